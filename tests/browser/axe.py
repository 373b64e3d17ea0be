"""What is wrong with a page as it is shown: what is seen in it, and what axe finds."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Most of axe's time would go into colours: that they can be told apart says "faint".
OPTIONS: dict[str, Any] = {
    "runOnly": RULES,
    "rules": {"color-contrast": {"enabled": False}},
    "resultTypes": ["violations"],
}

LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
RUN = """([context, options]) =>
    axe.run(context, options).then((results) => results.violations)"""


def wrong(page: Page, *looks: str) -> list[str]:
    """What is "overflowing", "cramped", "faint" or "unshipped": see axe.js."""
    return page.evaluate(LOOK, looks)


def violations(page: Page, within: str = "html") -> list[str]:
    """What axe finds in a page or in parts of it, an element and its reason a line."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    return [
        f"{rule['id']}: {node['html'][:90]} {node['failureSummary'].splitlines()[-1]}"
        for rule in page.evaluate(RUN, [{"include": [[within]]}, OPTIONS])
        for node in rule["nodes"]
    ]
