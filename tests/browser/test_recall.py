"""Pairs are written into two memories in the page: what both answer was printed."""

from playwright.sync_api import Page

from publish.project import Project
from tests.browser.axe import violations
from tests.browser.conftest import Open
from tests.browser.drag import press, started, stored, text

WHERE = "recurrent/recall/"
NAMES = {"the delta rule": "delta", "a decaying sum": "decay", "a sum": "linear"}


def numbers(page: Page) -> list[int]:
    """How many the state and the cache have."""
    return [int(n) for n in page.locator(".drag .memories b").all_inner_texts()]


def test_each_rule_answers_what_was_printed_until_all_is_full(
    visit: Open, project: Project
) -> None:
    printed = stored(project, "recurrent/recall/overwritten")[2:]
    likeliest = {line.split()[0]: " ".join(line.split()[1:3]) for line in printed}
    page = started(visit(WHERE).page)
    for name, rule in NAMES.items():
        press(page, name)
        assert f"written by {name}, reads {likeliest[rule]}" in text(page, ".reads")
        assert f"Softmax reads {likeliest['softmax']}" in text(page, ".reads")
    assert numbers(page) == [256, 256]
    for count in range(5, 9):
        press(page, "Overwrite B")
        last = page.locator(".drag .asked b + .last").first.inner_text()
        assert f"last as {last}. The state" in text(page, ".reads")
        assert numbers(page) == [256, 64 * count]
    assert page.get_by_role("button", name="Write", exact=True).is_disabled()
    assert page.get_by_role("button", name="New pair").is_disabled()


def test_what_a_reader_writes_by_keyboard_is_answered(visit: Open) -> None:
    """As torch does: tests/live/test_memory.py. The state does not grow."""
    page = started(visit(WHERE).page)
    press(page, "Empty")
    assert text(page, ".reads") == "Nothing is written yet."
    assert page.evaluate("document.activeElement.id") == "live-key"
    for count, (key, value) in enumerate([("Q", 5), ("c", 30), ("Q", 18)], 1):
        page.locator("#live-key").select_option(key)
        page.locator("#live-value").select_option(str(value))
        page.get_by_role("button", name="Write", exact=True).focus()
        page.keyboard.press("Enter")
        assert numbers(page) == [256, 64 * count]
    page.locator(".drag .asked button").first.focus()
    for key, says_last in (
        ("ArrowDown", "c was written once, last as 30"),
        ("ArrowUp", "Q was written twice, last as 18"),
    ):
        page.keyboard.press(key)
        page.keyboard.press("Enter")
        value = says_last.rpartition(" ")[2]
        read = f"The state, written by the delta rule, reads {value} ("
        assert text(page, ".reads").startswith(f"{says_last}. {read}")
    assert violations(page, ".drag") == []
