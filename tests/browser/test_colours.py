"""Light, dark, or as the system has them: chosen by a button, and kept."""

from playwright.sync_api import Page

from tests.browser.conftest import Open

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
