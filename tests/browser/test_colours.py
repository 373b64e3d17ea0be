"""Light, dark, or as the system has them: chosen by a button, and kept."""

import io

from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import SCHEMES, Open

LESSON = "text/tokens/"
BUTTON = ".colours"


def scheme(page: Page) -> str | None:
    return page.locator("body").get_attribute("data-md-color-scheme")


def test_the_button_goes_from_the_system_to_light_and_dark_and_back(
    visit: Open, origin: str
) -> None:
    page = visit(LESSON, scheme="dark").page
    button = page.locator(BUTTON)
    found = []
    for _ in range(4):
        found.append((button.get_attribute("title"), scheme(page)))
        button.focus()
        page.keyboard.press("Enter")
    system = ("Colours: as the system has them", "slate")
    light, dark = ("Colours: light", "default"), ("Colours: dark", "slate")
    assert found == [system, light, dark, system]
    assert button.locator("svg >> visible=true").count() == 1

    # Light was chosen last: it holds on the next page, whatever the system does.
    page.goto(f"{origin}glossary/")
    assert scheme(page) == "default"
    assert button.get_attribute("title") == "Colours: light"


def test_without_a_choice_the_page_follows_the_system_before_scripts_are_loaded(
    visit: Open,
) -> None:
    page = visit(LESSON).page
    assert scheme(page) == "default"
    page.emulate_media(color_scheme="dark")
    page.locator("body[data-md-color-scheme=slate]").wait_for()
    page.route("**/*.js", lambda route: route.fulfill(body=""))
    page.reload()
    assert scheme(page) == "slate"


# The foregrounds of drawings: publish/execute/plots.py.
LABELS = {"light": (0x22, 0x22, 0x22), "dark": (0xDD, 0xDD, 0xDD)}


def test_a_drawing_follows_the_scheme_that_a_reader_chooses(visit: Open) -> None:
    """That each drawing does as this one: tests/site/test_styles.py."""
    page = visit("self-attention/scaling/").page
    drawing = page.locator("article img[src*='figures/']").first
    for name in SCHEMES:  # first from what the system has
        page.locator(BUTTON).click()
        page.locator(f"body[data-md-color-scheme={SCHEMES[name]}]").wait_for()
        seen = Image.open(io.BytesIO(drawing.screenshot())).convert("RGB")
        counts = {colour: count for count, colour in seen.getcolors(1 << 24) or []}
        assert counts.get(LABELS[name], 0) > 40, name
