"""What axe finds against WCAG 2.2 AA and best practice; of colours, each look once.

Contrast is the most work to look at, and pages look alike. So elements are told apart
by what decides it: their colour and what lies behind it, size, weight, and which
classes they and what holds them have. A combination is shown to axe on the first page
that has it.
"""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
OF_COLOURS = {"runOnly": COLOURS}
# Of colours, see `faint`.
EVERYTHING = {
    "runOnly": RULES,
    "rules": {rule: {"enabled": False} for rule in COLOURS},
}

RUN = """([context, options]) =>
    axe.run(context, options).then((results) => results.violations)"""
# Of each look that is not known yet, marks one element; gives the new looks.
MARK = """(known) => {
    const grounds = new Map([[null, ""]])
    function ground(element) {  // what lies behind its text, down to what is opaque
        if (!grounds.has(element)) {
            const style = getComputedStyle(element)
            const { backgroundColor, backgroundImage, opacity } = style
            const own = [backgroundColor, backgroundImage, opacity].join()
            const opaque = backgroundColor.startsWith("rgb(")
            const below = opaque ? "" : ground(element.parentElement)
            grounds.set(element, `${own}/${below}`)
        }
        return grounds.get(element)
    }
    const name = (element) => `${element?.localName}.${element?.getAttribute("class")}`
    const looks = new Set(known), found = []
    for (const element of document.body.querySelectorAll("*")) {
        const words = [...element.childNodes].filter((each) => each.nodeType === 3)
        const speaks = words.some((each) => each.data.trim())
            || element.matches("input, select, textarea")
        if (!speaks || !element.checkVisibility({ visibilityProperty: true })) continue
        const style = getComputedStyle(element)
        const look = [
            style.color, style.fontSize, style.fontWeight, style.textDecorationLine,
            getComputedStyle(element.parentElement).color, ground(element),
            name(element), name(element.parentElement),
        ].join("|")
        if (looks.has(look)) continue
        looks.add(look)
        found.push(look)
        element.setAttribute("data-new-look", "")
    }
    return found
}"""
MARKED = "[data-new-look]"
UNMARK = f"""() => document.querySelectorAll("{MARKED}")
    .forEach((element) => element.removeAttribute("data-new-look"))"""


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


def faint(page: Page, known: set[str]) -> list[str]:
    """What axe finds in colours that no page had yet; they are known from then on."""
    new = page.evaluate(MARK, list(known))
    known.update(new)
    found = violations(page, OF_COLOURS, MARKED) if new else []
    page.evaluate(UNMARK)
    return found
