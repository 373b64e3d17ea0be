"""The page as Markdown: a button that copies it, and says so."""

from pathlib import Path

from tests.browser.conftest import Open, Visit

LESSON = "self-attention/without-weights/"
BUTTON = "Copy as Markdown"
HEADING = """() => {
    const { top, height } = document.querySelector("h1").getBoundingClientRect()
    return [top + scrollY, height, document.documentElement.scrollHeight]
}"""


def asked_for_markdown(opened: Visit) -> list[str]:
    return [r.url for r in opened.responses if r.url.endswith(".md")]


def test_the_button_copies_the_file_moves_nothing_and_says_when_it_fails(
    visit: Open, site_folder: Path
) -> None:
    opened = visit(LESSON)
    page = opened.page
    assert asked_for_markdown(opened) == [], "it is loaded when it is asked for"
    before = page.evaluate(HEADING)
    button = page.get_by_role("button", name=BUTTON)
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("Copied as Markdown").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == (site_folder / LESSON / "index.md").read_text("utf-8")
    assert button.evaluate("(element) => element === document.activeElement")
    assert page.evaluate(HEADING) == before
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(Error()) }")
    button.click()
    page.get_by_role("status").get_by_text("Not copied").wait_for()


def test_a_notebooks_page_offers_its_notebook_instead(visit: Open) -> None:
    page = visit("notebooks/causal/mask/").page
    assert page.get_by_role("button", name=BUTTON).count() == 0
    assert page.get_by_role("link", name="Edit this page").count() == 0
    assert page.get_by_role("link", name="Download").is_visible()
