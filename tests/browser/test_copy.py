"""What the copy button yields is the file that was run."""

import json
from pathlib import Path

from publish.project import Project
from tests.browser.conftest import Open, Visit

BUTTON = "button[data-clipboard-target], .md-clipboard"
# Presses every button; a block may stand in a tab that is not on top.
PRESS = """async (selector) => {
    const copied = []
    await navigator.clipboard.writeText("nothing was copied")
    for (const block of document.querySelectorAll(
        "div.highlight.language-python:not(.doc-signature)")) {
        const tab = block.closest(".tabbed-block")
        const place = tab && [...tab.parentElement.children].indexOf(tab)
        tab?.closest(".tabbed-set").querySelectorAll(":scope > input")[place].click()
        const buttons = block.querySelectorAll(selector)
        buttons.forEach((button) => button.click())
        const text = await navigator.clipboard.readText()
        copied.push([block.id, buttons.length, text])
    }
    return copied
}"""


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
    seen: Visit, address: str, site_folder: Path, project: Project
) -> None:
    expected, modules = published(site_folder, address), sources(project)
    copied: dict[str, str] = {}
    seen.unfold()
    for name, buttons, text in seen.page.evaluate(PRESS, BUTTON):
        assert buttons == 1, f"{address}#{name} has {buttons} copy buttons"
        if name.startswith("code-"):
            copied[name] = text
        else:
            assert text in modules, f"{address}#{name} copies:\n{text}"
    assert copied == expected


def test_a_copy_button_is_pressed_with_the_mouse(
    visit: Open, site_folder: Path
) -> None:
    page = visit("self-attention/without-weights/").page
    (name, code), *_ = published(site_folder, "self-attention/without-weights/").items()
    block = page.locator(f"#{name}")
    block.hover()
    block.locator(BUTTON).click()
    assert page.evaluate("navigator.clipboard.readText()") == code
