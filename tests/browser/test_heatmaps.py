"""Heatmaps: walked by keyboard, and the printed text is one step behind them."""

from publish.project import Project
from tests.browser.conftest import Open

LESSON, BLOCK = "causal/mask/", "seed-789-masked-weights"


def test_a_heatmap_is_walked_by_keyboard_and_says_whose_number_it_is(
    visit: Open,
) -> None:
    page = visit(LESSON).page
    heatmap = page.locator(f"#code-{BLOCK} + .heatmap")
    chosen = heatmap.locator(".chosen")
    heatmap.locator("td", has_text="0.5517").hover()
    assert chosen.inner_text() == "journey, your: 0.5517"
    heatmap.locator("[role=grid] [tabindex='0']").focus()
    for key, said in (
        ("ArrowUp", "your, your: 1.0000"),  # no further
        ("ArrowDown", "journey, your: 0.5517"),
        ("ArrowRight", "journey, journey: 0.4483"),
        ("ArrowLeft", "journey, your: 0.5517"),
        ("ArrowLeft", "journey, your: 0.5517"),
    ):
        page.keyboard.press(key)
        assert chosen.inner_text() == said
    assert heatmap.locator(".lit").all_inner_texts() == ["your", "journey", "0.5517"]
    assert heatmap.locator("[tabindex='0']").count() == 1
    tree = heatmap.aria_snapshot()
    for met in ('grid "6 × 6 weights"', 'columnheader "step"', 'rowheader "step"'):
        assert met in tree


def test_the_text_is_there_when_asked_for_on_paper_and_without_scripts(
    visit: Open, project: Project
) -> None:
    printed = project.snippet(f"{LESSON}{BLOCK}").stored(".out").read_text("utf-8")
    page = visit(LESSON).page
    heatmap = page.locator(f"#code-{BLOCK} + .heatmap")
    text = page.locator(f"#code-{BLOCK} + .heatmap + .output pre")
    assert (heatmap.locator("table").is_visible(), text.is_visible()) == (True, False)
    page.emulate_media(media="print")
    assert (heatmap.is_visible(), text.is_visible()) == (False, True)
    page.emulate_media(media="screen")
    heatmap.locator("summary").press("Enter")
    assert (heatmap.locator("table").is_visible(), text.is_visible()) == (False, True)
    assert text.inner_text() == printed
    silent = visit(LESSON, javascript=False).page
    assert silent.locator(f"#code-{BLOCK} + .heatmap + .output pre").is_visible()
