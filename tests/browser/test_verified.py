"""The page of evidence: a mark leads to its record, and blocks are found by name."""

import pytest

from publish.project import Project
from publish.records.evidence import Marks
from tests.browser.axe import wrong
from tests.browser.conftest import PHONE, ROOT, Open

PAGE = "causal/dropout/"
MARK = """(foot, [state, mark, where]) => {
    const [summary, link] = foot.querySelectorAll("summary, p a")
    summary.className = state
    summary.textContent = mark
    link.textContent = where
    foot.open = true
}"""


def test_a_mark_under_a_block_opens_its_record(visit: Open) -> None:
    marks, project = Marks(ROOT), Project(ROOT)
    page = visit(PAGE).page
    # Of any block that was not changed since, and is not folded; one is enough.
    foot, marked = next(
        (foot, snippet)
        for snippet in project.snippets_of(f"{PAGE.strip('/')}.md")
        if marks.devices(snippet)
        and (foot := page.locator(f".foot:has(a[href$='#{snippet.id}'])").last)
        and foot.is_visible()
    )
    foot.locator("summary").click()
    foot.get_by_role("link", name="Checked on").click()
    row = page.locator(f'[id="{marked.id}"]')
    row.wait_for()
    assert row.is_visible()
    assert "checked" in row.inner_text()


@pytest.mark.parametrize(
    "words",
    [
        ("fresh", "Checked", "Checked on CPU, GPU, Apple GPU"),
        ("stale", "Not yet checked", "No run recorded"),
    ],
)
def test_a_mark_has_room_on_a_phone(visit: Open, words: tuple[str, ...]) -> None:
    page = visit(PAGE, width=PHONE).page
    foot = page.locator("#code-draws ~ .output .foot").first
    foot.evaluate(MARK, [*words])
    assert wrong(page, "overflowing", "cramped", "faint") == []


def test_a_block_is_found_by_name_from_the_keyboard(visit: Open) -> None:
    page = visit("verified/").page
    page.get_by_label("Find a block").focus()
    page.keyboard.type("dropout on-ones")
    rows = page.locator(".record.blocks tbody tr:visible")
    named = [text for text in rows.all_inner_texts() if "/" in text]
    assert [text.split()[0] for text in named] == ["causal/dropout/on-ones"]
    assert page.locator(".record.blocks output").inner_text() == "1 found"
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    assert page.locator(".record.blocks details[open]").count() == 0


def test_who_gets_another_number_is_told_why_and_then_led_to_the_form(
    visit: Open,
) -> None:
    page = visit(PAGE).page
    foot = page.locator("#code-draws ~ .output .foot").first
    foot.locator("summary").focus()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "My number differs"
    page.keyboard.press("Enter")
    page.wait_for_url("**/mistakes/your-number/?block=causal/dropout/draws")
    form = page.get_by_role("link", name="report your number for causal/dropout/draws")
    address = form.get_attribute("href") or ""
    assert address.endswith("?template=another-number.yml&snippet=causal/dropout/draws")


def test_the_form_takes_no_block_that_cannot_be_one(visit: Open) -> None:
    for block in ("", "?block=%22%3E%3Cb%3E", "?block=a%26title=b"):
        page = visit(f"mistakes/your-number/{block}").page
        link = page.locator("a[href*='another-number.yml']")
        assert link.inner_text() == "report your number"
        address = link.get_attribute("href") or ""
        assert address.endswith("?template=another-number.yml")
