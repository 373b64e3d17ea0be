"""What is wrong with a page as it is shown: what is seen in it, and what axe finds."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WHOLE = {"runOnly": RULES}
# Half of axe's time goes into colours, see `faint`.
EVERYTHING = {**WHOLE, "rules": {"color-contrast": {"enabled": False}}}

LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
RUN = """([context, options]) =>
    axe.run(context, options).then((results) => results.violations)"""


def overflowing(page: Page) -> list[str]:
    """What makes the page scroll sideways; empty when nothing does."""
    return page.evaluate(LOOK, "overflowing")


def faint(page: Page) -> list[str]:
    """Texts with too little contrast to what lies behind them."""
    return page.evaluate(LOOK, "faint")


def unreached(page: Page) -> list[str]:
    """What a keyboard cannot use: it gets no focus, or nothing in it that scrolls."""
    return page.evaluate(LOOK, "unreached")


def cramped(page: Page) -> list[str]:
    """What of a figure that readers use is too small to be read or pressed."""
    return page.evaluate(LOOK, "cramped")


def violations(page: Page, rules: dict[str, Any], within: str = "html") -> list[str]:
    """What axe finds in a page or in parts of it, an element and its reason a line."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    options = {**rules, "resultTypes": ["violations"]}
    return [
        f"{rule['id']}: {node['html'][:90]} {node['failureSummary'].splitlines()[-1]}"
        for rule in page.evaluate(RUN, [{"include": [[within]]}, options])
        for node in rule["nodes"]
    ]
