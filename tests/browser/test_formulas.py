"""Formulas: copied as LaTeX, and reached where they scroll."""

import re

from playwright.sync_api import Page

from tests.browser.conftest import Open, wait_until

PAGE = "self-attention/scaling/"
DISPLAYED = "div.arithmatex"
# Formulas with a sign behind them, each with how lines are broken between the two.
FOLLOWED = """() => [...document.querySelectorAll("article span.arithmatex")]
    .filter((formula) => /^[,.;:!?)]/.test(formula.nextSibling?.data))
    .map((formula) => [formula.querySelector("annotation").textContent,
        getComputedStyle(formula.parentElement).whiteSpace])"""


def copied(page: Page) -> str:
    page.evaluate("navigator.clipboard.writeText('nothing was copied')")
    page.keyboard.press("ControlOrMeta+c")
    return page.evaluate("navigator.clipboard.readText()")


SELECT = """(whole) => {
    const formula = document.querySelector("article p span.arithmatex")
    const paragraph = formula.closest("p")
    const range = document.createRange()
    range.selectNodeContents(
        whole ? paragraph : formula.querySelector(".katex-html .mord"))
    if (whole) range.setEndAfter(paragraph.nextElementSibling)
    getSelection().removeAllRanges()
    getSelection().addRange(range)
    return [formula.querySelector("annotation").textContent.trim(),
            paragraph.firstChild.textContent.trim()]
}"""


def test_formulas_are_copied_as_latex_and_all_else_as_ever(visit: Open) -> None:
    page = visit(PAGE).page
    formula = page.locator(DISPLAYED).first
    formula.focus()
    source = formula.locator("annotation").text_content() or ""
    assert copied(page) == rf"\[ {source.strip()} \]"

    latex, begins = page.evaluate(SELECT, True)
    text = copied(page)
    assert text.startswith(begins[:20])
    assert rf"\( {latex} \)" in text
    assert "\n" in text, "lines end where they ended"
    assert not re.search("[\U0001d400-\U0001d7ff]|\u200b", text), "no drawn glyphs"

    latex, _ = page.evaluate(SELECT, False)
    assert copied(page) == rf"\( {latex} \)", "part of it is copied whole"

    heading = page.locator("article h1")
    heading.evaluate("(element) => getSelection().selectAllChildren(element)")
    assert "Why divide by" in copied(page)
    assert page.locator("body > .md-typeset").count() == 0, "nothing is left behind"


def test_a_wide_formula_scrolls_by_keyboard(visit: Open) -> None:
    page = visit("recap/one-page/", width=360).page
    find = """() => [...document.querySelectorAll("div.arithmatex")]
        .find((formula) => formula.scrollWidth > formula.clientWidth + 20)"""
    assert page.evaluate_handle(find).as_element() is None, "on a phone, all fit"
    page.set_viewport_size({"width": 200, "height": 900})
    wide = page.evaluate_handle(find).as_element()
    assert wide is not None, "at this width one of them is too wide"
    wide.focus()
    wide.scroll_into_view_if_needed()
    page.keyboard.press("ArrowRight")
    wait_until(page, "(formula) => formula.scrollLeft > 0", arg=wide)
    faded = "(formula) => getComputedStyle(formula).maskImage !== 'none'"
    assert page.evaluate(faded, wide), "it goes on"
    wide.evaluate("(formula) => formula.scrollTo(formula.scrollWidth, 0)")
    wait_until(page, f"(formula) => !({faded})(formula)", arg=wide)


def test_no_line_begins_with_the_comma_after_a_formula(visit: Open) -> None:
    found = visit("glossary/").page.evaluate(FOLLOWED)
    assert len(found) > 10
    assert {how for _, how in found} == {"nowrap"}, found
