"""A block written out without the package: its link copies it, or gives the file."""

from pathlib import Path

from tests.browser.conftest import DESKTOP, PHONE, Open

PAGE, FILE = "causal/class/", "standalone/causal/class/two-sentences.py"
NAME = "Copy standalone: two-sentences"


def test_the_link_copies_the_block_or_gives_the_file(
    visit: Open, site_folder: Path
) -> None:
    opened = visit(PAGE)
    page = opened.page
    assert not any("/standalone/" in r.url for r in opened.responses)
    link = page.get_by_role("link", name=NAME)
    link.focus()
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("Copied", exact=True).wait_for()
    text = (site_folder / FILE).read_text("utf-8")
    assert page.evaluate("navigator.clipboard.readText()") == text
    assert link.evaluate("(element) => element === document.activeElement")

    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(Error()) }")
    with page.expect_download() as download:
        link.click()
    assert Path(download.value.path()).read_text("utf-8") == text


def test_it_is_in_sight_above_the_code_and_beside_the_copy_button(visit: Open) -> None:
    tab = visit(PAGE)
    for width in (DESKTOP, PHONE):
        tab.show("light", width)
        for link in tab.page.locator(".snippet > .alone:visible").all():
            link.click(trial=True)  # nothing lies above it
            block = link.locator("..")
            block.locator(".md-code__button").click(trial=True)
            places = (link, block.locator("code").first)
            own, code = (part.bounding_box() or {} for part in places)
            assert own["height"] >= 24
            assert own["y"] + own["height"] <= code["y"] + 1
