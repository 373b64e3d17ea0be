"""How soon the largest thing on a page is seen, against an empty page of the theme."""

import re
import statistics
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from publish.project import Project

BUDGET = 2.0  # times as long as on an empty page
TIMES = 20
PAINTED = """() => new Promise((resolve) => new PerformanceObserver((list) =>
    resolve(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true }))"""
ARTICLE = re.compile(r"(<article[^>]*>).*?(<h1.*?</h1>).*(?=</article>)", re.DOTALL)


def painted(page: Page, address: str, text: str) -> float:
    """Milliseconds till the largest paint; nothing comes from a cache."""
    page.unroute(address)  # pages with routes have no cache
    page.route(
        address, lambda route: route.fulfill(body=text, content_type="text/html")
    )
    page.goto(address, wait_until="load")
    return page.evaluate(PAINTED)


@pytest.mark.slow
def test_the_heaviest_page_is_seen_almost_as_soon_as_an_empty_one(
    browser: Browser,
    origin: str,
    site_folder: Path,
    project: Project,
    capsys: pytest.CaptureFixture[str],
) -> None:
    texts = {
        url: (site_folder / url / "index.html").read_text(encoding="utf-8")
        for url in map(project.url, project.pages)
    }
    heaviest = max(texts, key=lambda url: len(texts[url]))
    whole = texts[heaviest]
    empty = ARTICLE.sub(r"\1\2", whole)
    assert len(empty) < len(whole) / 2
    page = browser.new_page()
    times: dict[str, list[float]] = {whole: [], empty: []}
    for _ in range(TIMES + 1):  # by turns, so that both meet the same machine
        for text, seen in times.items():
            seen.append(painted(page, origin + heaviest, text))
    page.close()
    ours, theirs = (statistics.median(seen[1:]) for seen in times.values())
    with capsys.disabled():
        print(f"\n{heaviest} largest paint: {ours:.0f} ms, empty page: {theirs:.0f} ms")
    assert ours <= 2 * BUDGET * theirs
