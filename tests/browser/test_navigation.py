"""The part that a page is in is unfolded; the others open and close."""

from tests.browser.conftest import Open


def test_the_part_that_one_is_in_is_unfolded_and_another_opens_and_closes(
    visit: Open,
) -> None:
    page = visit("causal/dropout/").page
    links = page.locator(".md-nav--primary a")
    assert links.filter(has_text="Proof that nothing leaks").is_visible()
    part = page.get_by_role("button", name="2 · Self-attention")
    first = links.filter(has_text="Why attention")
    assert part.get_attribute("aria-expanded") == "false"
    assert not first.is_visible()
    part.click()
    assert part.get_attribute("aria-expanded") == "true"
    first.wait_for()
    part.focus()
    page.keyboard.press("Tab")
    assert first.evaluate("(link) => link === document.activeElement")
    part.press("Space")
    first.wait_for(state="hidden")
    part.press("Enter")
    first.wait_for()
