"""What the copy button yields is the file that was run."""

import json
from pathlib import Path

from publish.project import Project
from tests.browser.conftest import Open

# A block may stand in a tab that is not on top.
SHOW_TAB = """(block) => {
    const tab = block.closest(".tabbed-block")
    const place = tab && [...tab.parentElement.children].indexOf(tab)
    tab?.closest(".tabbed-set").querySelectorAll(":scope > input")[place].click()
}"""
BUTTON = "button[data-clipboard-target], .md-clipboard"


def published(site_folder: Path, address: str) -> dict[str, str]:
    """By the block's id, what ``snippets.json`` says is copied on a page."""
    index = json.loads((site_folder / "snippets.json").read_text(encoding="utf-8"))
    return {
        entry["anchor"]: entry["code"]
        for entry in index["snippets"]
        if entry["page"] == address
    }


def sources(project: Project) -> set[str]:
    """The modules of the package, as a block shows them."""
    files = (project.root / "attention").rglob("*.py")
    return {file.read_text(encoding="utf-8").rstrip("\n") for file in files}


def test_each_copy_button_yields_exactly_the_code_that_was_run(
    visit: Open, address: str, site_folder: Path, project: Project
) -> None:
    opened = visit(address)
    opened.unfold()
    page = opened.page
    expected, modules = published(site_folder, address), sources(project)
    copied: dict[str, str] = {}
    for block in page.locator(".highlight.language-python").all():
        name = block.get_attribute("id") or ""
        button = block.locator(BUTTON)
        assert button.count() == 1, f"{address}#{name} has no copy button"
        block.evaluate(SHOW_TAB)
        page.evaluate("navigator.clipboard.writeText('nothing was copied')")
        block.scroll_into_view_if_needed()
        button.click()
        text = page.evaluate("navigator.clipboard.readText()")
        if name.startswith("code-"):
            copied[name] = text
        else:
            assert text in modules, f"{address}#{name} copies:\n{text}"
    assert copied == expected
