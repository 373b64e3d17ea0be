"""The playground: a sentence of the reader's, and an address that others can open."""

from tests.browser.axe import wrong
from tests.browser.conftest import PHONE, Open
from tests.browser.drag import barriers, started, text
from tests.browser.test_live import written

WHERE = "playground/"
TRANSLATE = ".drag[data-figure^=transl]"


def test_a_copied_link_brings_the_sentence_and_the_cuts(visit: Open) -> None:
    tab = visit(WHERE)
    page = started(tab.page)
    assert "#" not in page.url, "nothing was changed"
    page.get_by_label("English", exact=True).fill("the girl reads the letter")
    assert written(page, TRANSLATE) == ["laṛkī", "ciṭṭhī", "paṛhtī", "hai"]
    for head in (1, 3):
        page.get_by_role("button", name=f"Cut decoder head {head}").click()
    assert written(page, TRANSLATE) == ["laṛkī", "ciṭṭhī", "paṛhtā", "hai"]
    page.get_by_role("button", name="Copy link").first.click()
    page.get_by_text("Copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    hash_of = "#english=the+girl+reads+the+letter&cut=decoder1+decoder3"
    assert link == page.url == tab.origin + WHERE + hash_of

    page = started(visit(WHERE + hash_of).page)
    assert written(page, TRANSLATE) == ["laṛkī", "ciṭṭhī", "paṛhtā", "hai"]
    assert text(page, ".claim", TRANSLATE) == "You have cut: decoder 1 and 3."
    back = page.get_by_role("button", name="Put all heads back")
    back.focus()
    page.keyboard.press("Enter")
    assert written(page, TRANSLATE) == ["laṛkī", "ciṭṭhī", "paṛhtī", "hai"]
    assert back.is_hidden()
    focused = "document.activeElement.localName"
    assert page.evaluate(focused) != "body", "the focus stays where it can be seen"
    assert page.url == link.partition("&")[0]
    page = started(visit("models/translator/" + hash_of).page)
    page.locator(".drag[data-right='82']").wait_for()


def test_its_rooms_are_kept_and_the_sentence_is_in_the_first_screen(
    visit: Open,
) -> None:
    """Which anchors are no address of a sentence: tests/live/link.test.js."""
    tab = visit(WHERE, width=PHONE)
    page = started(tab.page)
    for width in (705, PHONE):
        tab.show("light", width)
        for figure in page.locator(".drag").all():
            figure.scroll_into_view_if_needed()
            parts = (figure.locator(".live"), figure)
            live, room = (part.bounding_box() or {} for part in parts)
            assert room["height"] - 30 <= live["height"] <= room["height"]
        page.evaluate("scrollTo(0, 0)")
        stage = page.locator(".drag .stage").bounding_box() or {}
        assert stage["y"] < 450
    page.evaluate("location.hash = '#english=the+women+see+the+apple&cut=x+cross99'")
    page.get_by_text("One of its 800 training sentences").wait_for()
    box = page.get_by_label("English", exact=True)
    assert box.input_value() == "the women see the apple"
    box.fill("Your journey starts with one step")
    assert [*barriers(tab), *wrong(page, "overflowing")] == []


def test_an_address_brings_a_text_and_how_it_is_drawn(visit: Open) -> None:
    tab = visit("models/sampling/")
    figure = tab.page.locator(".drag[data-ready]")
    figure.get_by_label("top-k").fill("1")
    figure.get_by_role("button", name="Next word").click()
    assert figure.locator(".word:visible b").all_inner_texts()[3:] == ["low"]
    hash_of = "#text=the+river+was+low&k=1"
    assert tab.page.url == tab.origin + "models/sampling/" + hash_of
    page = visit(WHERE + hash_of).page
    figure = page.locator(".drag[data-figure=sampling][data-ready]")
    figure.wait_for()
    assert figure.locator(".word:visible b").all_inner_texts()[3:] == ["low"]
    assert figure.get_by_label("top-k 1", exact=True).is_visible()
    top = figure.bounding_box() or {}
    assert 0 <= top["y"] < 300, "it is in the window"
