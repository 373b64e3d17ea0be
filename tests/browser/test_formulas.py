"""Formulas: still, read aloud, copied as LaTeX, and reached where they scroll."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE, SHIFTS, Open, Visit, wait_until

PAGE = "self-attention/scaling/"
DISPLAYED = "div.arithmatex"
# The formulas after which a sign stands on the next line.
LINES_BEGUN = """() => [...document.querySelectorAll("article .held > .arithmatex")]
    .filter((formula) => {
        if (!formula.getClientRects().length || !formula.nextSibling) return false
        const sign = document.createRange()
        sign.selectNodeContents(formula.nextSibling)
        const last = [...formula.querySelectorAll(".katex-base")].pop()
        return sign.getBoundingClientRect().top > last.getBoundingClientRect().bottom
    })
    .map((formula) => formula.querySelector("annotation").textContent)"""


def copied(page: Page) -> str:
    page.evaluate("navigator.clipboard.writeText('nothing was copied')")
    page.keyboard.press("ControlOrMeta+c")
    return page.evaluate("navigator.clipboard.readText()")


def moves(visit: Open, first: Visit, address: str, width: int) -> bool:
    """Whether something moves each time that a page is loaded.

    A busy machine sometimes paints a formula before its fonts: one load in hundreds.
    What is wrong with a page itself moves in all of them.
    """
    shift = first.shift
    for _ in range(2):
        if shift == 0:
            return False
        shift = visit(address, width=width).page.evaluate(SHIFTS)
    return shift != 0


def test_nothing_moves_while_a_page_loads(
    visit: Open, loaded: Visit, address: str
) -> None:
    assert not moves(visit, loaded, address, DESKTOP)


def test_nothing_moves_while_a_page_loads_on_a_phone(
    visit: Open, loaded_on_a_phone: Visit, address: str
) -> None:
    assert not moves(visit, loaded_on_a_phone, address, PHONE)


def test_a_formula_at_the_keyboard_is_copied_as_latex(visit: Open) -> None:
    page = visit(PAGE).page
    formula = page.locator(DISPLAYED).first
    formula.focus()
    source = formula.locator("annotation").text_content() or ""
    assert copied(page) == rf"\[ {source.strip()} \]"


def test_a_selection_is_copied_with_latex_in_its_formulas_place(visit: Open) -> None:
    page = visit(PAGE).page
    selected = page.evaluate(
        """() => {
            const formula = document.querySelector("article p span.arithmatex")
            const paragraph = formula.closest("p")
            const range = document.createRange()
            range.selectNodeContents(paragraph)
            range.setEndAfter(paragraph.nextElementSibling)
            getSelection().removeAllRanges()
            getSelection().addRange(range)
            return [paragraph.firstChild.textContent.trim(),
                    formula.querySelector("annotation").textContent.trim(),
                    paragraph.nextElementSibling.textContent]
        }"""
    )
    text = copied(page)
    assert text.startswith(selected[0][:20])
    assert rf"\( {selected[1]} \)" in text
    assert "\n" in text, "lines end where they ended"
    assert not re.search("[\U0001d400-\U0001d7ff]|\u200b", text), "no drawn glyphs"


def test_part_of_a_formula_is_copied_whole(visit: Open) -> None:
    page = visit(PAGE).page
    source = page.evaluate(
        """() => {
            const formula = document.querySelector("article p span.arithmatex")
            const glyph = formula.querySelector(".katex-html .mord")
            const range = document.createRange()
            range.selectNodeContents(glyph)
            getSelection().removeAllRanges()
            getSelection().addRange(range)
            return formula.querySelector("annotation").textContent.trim()
        }"""
    )
    assert copied(page) == rf"\( {source} \)"


def test_what_has_no_formula_is_copied_as_ever(visit: Open) -> None:
    page = visit(PAGE).page
    heading = page.locator("article h1")
    heading.evaluate("(element) => getSelection().selectAllChildren(element)")
    assert "Why divide by" in copied(page)
    assert page.locator("body > .md-typeset").count() == 0, "nothing is left behind"


def test_no_macro_of_ours_is_copied(seen: Visit) -> None:
    sources = seen.page.locator("annotation").all_text_contents()
    own = re.compile(r"\\(?:query|key|value|score|weight|context)\b")
    assert [source for source in sources if own.search(source)] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_wide_formula_scrolls_by_keyboard(visit: Open, scheme: str) -> None:
    page = visit("recap/one-page/", width=360, scheme=scheme).page
    wide = page.evaluate_handle(
        """() => [...document.querySelectorAll("div.arithmatex")]
            .find((formula) => formula.scrollWidth > formula.clientWidth + 20)"""
    ).as_element()
    assert wide is not None, "at this width one of them is too wide"
    wide.focus()
    wide.scroll_into_view_if_needed()
    page.keyboard.press("ArrowRight")
    wait_until(page, "(formula) => formula.scrollLeft > 0", arg=wide)
    faded = "(formula) => getComputedStyle(formula).maskImage !== 'none'"
    assert page.evaluate(faded, wide), "it goes on"
    wide.evaluate("(formula) => formula.scrollTo(formula.scrollWidth, 0)")
    wait_until(page, f"(formula) => !({faded})(formula)", arg=wide)


# By their formulas: where a line would end before a comma.
def test_no_line_begins_with_the_comma_after_a_formula(visit: Open) -> None:
    page, widths = visit("glossary/").page, range(360, 460, 4)

    def begun() -> list[str]:
        found = []
        for width in widths:  # which line ends there hangs on the words of the page
            page.set_viewport_size({"width": width, "height": 900})
            found += page.evaluate(LINES_BEGUN)
        return found

    assert begun() == []
    free = "for (const held of found) held.style.whiteSpace = 'normal'"
    page.locator(".held").evaluate_all(f"(found) => {{ {free} }}")
    assert begun() != [], "nothing is put to the test here"


def test_formulas_are_read_aloud_as_mathematics(visit: Open) -> None:
    page = visit(PAGE).page
    for formula in page.locator(".katex").all():
        assert formula.locator("math").count() == 1
        assert formula.locator(".katex-html[aria-hidden=true]").count() == 1
    assert page.locator(f"{DISPLAYED}[role=group][aria-label=Formula]").count() > 0
