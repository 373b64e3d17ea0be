"""Light, dark, or as the system has them: chosen by a button, and kept."""

from playwright.sync_api import Page

from tests.browser.conftest import Open

LESSON = "text/tokens/"
BUTTON = ".colours"


def scheme(page: Page) -> str | None:
    return page.locator("body").get_attribute("data-md-color-scheme")


def test_the_button_goes_from_the_system_to_light_and_dark_and_back(
    visit: Open,
) -> None:
    page = visit(LESSON, scheme="dark", alone=True).page
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


def test_the_choice_holds_on_the_next_page_whatever_the_system_does(
    visit: Open, origin: str
) -> None:
    page = visit(LESSON, alone=True).page
    page.locator(BUTTON).click()
    page.goto(f"{origin}glossary/")
    page.emulate_media(color_scheme="dark")
    assert scheme(page) == "default"
    assert page.locator(BUTTON).get_attribute("title") == "Colours: light"


def test_without_a_choice_the_page_follows_the_system(visit: Open) -> None:
    page = visit(LESSON, alone=True).page
    assert scheme(page) == "default"
    page.emulate_media(color_scheme="dark")
    page.locator("body[data-md-color-scheme=slate]").wait_for()


def test_the_colours_are_there_before_any_script_is_loaded(
    visit: Open,
) -> None:
    page = visit(LESSON, alone=True).page
    page.route("**/*.js", lambda route: route.fulfill(body=""))
    page.emulate_media(color_scheme="dark")
    page.reload()
    assert scheme(page) == "slate"


def test_without_scripts_there_is_no_button(visit: Open) -> None:
    page = visit(LESSON, javascript=False).page
    assert not page.locator(BUTTON).is_visible()
