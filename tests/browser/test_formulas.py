"""What is copied of a formula is its LaTeX."""

import re

from playwright.sync_api import Page

from tests.browser.conftest import Open

PAGE = "self-attention/scaling/"


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
    formula = page.locator("div.arithmatex").first
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
