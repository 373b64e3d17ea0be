"""Pages load and run what is theirs, and the browser refuses all else."""

from tests.browser.conftest import Open

ELSEWHERE = "https://example.org/picture.png"


def test_what_is_not_the_pages_own_is_refused_and_noticed(visit: Open) -> None:
    opened = visit("")
    loaded = opened.page.evaluate(
        """(address) => new Promise((resolve) => {
            const script = document.createElement("script")
            script.textContent = "window.intruder = true"
            document.body.append(script)
            const image = new Image()
            image.onload = () => resolve(true)
            image.onerror = () => resolve(false)
            image.src = address
        })""",
        ELSEWHERE,
    )
    assert loaded is False
    assert opened.page.evaluate("window.intruder") is None
    said = [line for line in opened.problems if "Content Security Policy" in line]
    opened.problems.clear()
    assert len(said) == 2


def test_a_page_that_is_not_there_offers_the_course(visit: Open, origin: str) -> None:
    page = visit("404.html").page
    assert page.locator("h1").inner_text() == "No such page"
    assert page.get_by_role("link", name="1 · From text to vectors").is_visible()
    page.get_by_label("Search the course").fill("softmax")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{origin}?q=softmax")
    page.locator(".md-search-result__link").first.wait_for()
