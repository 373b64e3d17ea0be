"""What the copy button yields is the file that was run."""

from pathlib import Path

from publish.project import Project
from tests.browser.conftest import Open

BUTTON = "button[data-clipboard-target], .md-clipboard"
# Presses every button; a block may stand in a tab that is not on top. That what is
# shown was run is asked of the HTML: publish/guards/shown.py.
PRESS = r"""async (selector) => {
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
        const code = block.querySelector("code").textContent
        copied.push([block.id, buttons.length, text, code.replace(/\n$/, "")])
    }
    return copied
}"""


def test_a_copy_button_is_pressed_with_the_mouse(visit: Open, project: Project) -> None:
    page = visit("self-attention/without-weights/").page
    block = page.locator("#code-one-score")
    block.hover()
    block.locator(BUTTON).click()
    file = Path(project.snippets_dir, "self-attention/without-weights/one-score.py")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == file.read_text(encoding="utf-8").rstrip("\n")
