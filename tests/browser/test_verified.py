"""The page of evidence: a mark leads to its record, and blocks are found by name."""

from publish.project import Project
from publish.records.evidence import Marks
from tests.browser.conftest import ROOT, Open

PAGE = "causal/dropout/"


def test_a_mark_under_a_block_opens_its_record(visit: Open) -> None:
    marks, project = Marks(ROOT), Project(ROOT)
    # Of any block that was not changed since; one is enough.
    marked = next(s for s in project.snippets if marks.devices(s))
    page = visit(project.url(marked.page)).page
    feet = page.locator(f".foot:has(a[href$='snippet={marked.id}'])")
    feet.last.get_by_role("link", name="Checked on").click()
    row = page.locator(f'[id="{marked.id}"]')
    row.wait_for()
    assert row.is_visible()
    assert "checked" in row.inner_text()


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


def test_the_link_of_a_foot_knows_the_block(visit: Open) -> None:
    page = visit(PAGE).page
    link = page.locator("#code-draws ~ .output .foot a").nth(1)
    assert link.inner_text() == "I get another number"
    address = link.get_attribute("href") or ""
    assert address.endswith("?template=another-number.yml&snippet=causal/dropout/draws")
