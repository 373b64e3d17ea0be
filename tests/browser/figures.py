"""What the tests of the figures that readers move have in common."""

import re
from typing import Any

from playwright.sync_api import Page

from publish.project import Project
from tests.browser.axe import violations, wrong
from tests.browser.conftest import SCHEMES, Open, Visit, wait_until

# By page: what a figure says at first; a control, a key, and what it says then.
MOVED = {
    "self-attention/query-key-value/": (
        *("it reads boat: 0.91", ".handle", "Shift+ArrowUp"),
        "it reads boat: 0.96",
    ),
    "causal/mask/": (
        *("sold reads ada: 1.00", "button >> text=Next word", "Enter"),
        "the reads all 3 words alike: 0.33",
    ),
    "self-attention/softmax/": (
        *("temperature 1: a gets 0.84", "#drag-temperature", "End"),
        "temperature 100: a gets 0.26",
    ),
    "causal/dropout/": (
        *("step keeps 5 of 6: sum 1.69", "button >> text=Draw again", "Enter"),
        "step keeps 6 of 6: sum 2.00",  # with numbers that are all large
    ),
    "modern/rotary/": (
        *("distance 2: score \u22122.736", "#drag-distance", "ArrowLeft"),
        "distance 1: score 0.013",  # as printed, too
    ),
    "modern/which/": (
        *("Llama 3 8B: 25 % of", "#drag-model", "End"),
        "Llama 3 8B: 25 % of",  # whatever its own numbers
    ),
    "distributed/which/": (
        *("70B, 64 GPUs: 3 of 9 ways fit, and 1 of these", "#drag-ranks", "End"),
        "1,024 GPUs: 1 of 9 ways fit, and 0 of these",
    ),
    "frontier/eight-bits/": (
        *("0.3214 in e4m3 (2.6 % off)", "#drag-codes", "End"),
        "read as 1 in int8 (0.0 % off)",
    ),
    "self-attention/scaling/": (
        *("d = 128: 1st gets 0.91", ".asks input:checked", "ArrowDown"),
        "d = 1024: 1st gets 0.98",
    ),
    "multi-head/side-by-side/": (
        *("step: one gets 0.92 in head 0", ".asks input:checked", "ArrowUp"),
        "one: with gets 0.93 in head 0",
    ),
    "distributed/pipeline/": (
        *("waits 27 % of the time. Held at most: 4, 3, 2, 1.", "#drag-number", "End"),
        "4 ranks, 16 micro-batches, 1F1B: each rank waits 16 % of the time.",
    ),
    "gallery/side-by-side/": (
        *(
            "Gemma 2 27B and Gemma 3 27B, text differ in layers",
            "#drag-right",
            "ArrowDown",
        ),
        "Gemma 2 27B and GLM-4.5 differ in layers",
    ),
    "gallery/break-it/": (
        *("No causal mask: the logits move at 11 of 12", "button:has-text('No scale')"),
        *("Enter", "No scale: the logits move at 11 of 12 positions, by up to 1.96"),
    ),
    "multi-head/cross-attention/": (
        *("beginnt: starts gets 0.67", ".asks input:checked", "ArrowUp"),
        "schritt: step gets 0.89",
    ),
}
# What is said at the end of figures with steps, as blocks of their pages printed it.
STEPPED = {
    "modern/kv-cache/": "So far: 21 against 6.",
    "modern/one-pass/": "is a weight: 0.0321, 0.2369, 0.0871, 0.6439.",
    "modern/grouped/": "The cache takes 0.125 GiB.",
    "modern/flash/": "What was gathered, divided by the sum, is the context vector.",
    "modern/latent/": "keeps the neck alone: 2.3 GB for 32,768 tokens.",
    "frontier/experts/": "The experts get 6, 6, 6 and 6 tokens.",
    "multi-head/split/": "so that a number can depend on both heads.",
    "distributed/ranks/": "the number meant for it. Each passes 16 bytes.",
    "distributed/data/": "1,024 ranks: from 120.0 down to 0.12 GB on each.",
    "distributed/ring/": "So far, they have 132, 132, 132 and 132.",
    "distributed/serving/": "34 tokens in 9 blocks, and 2 of their slots are empty.",
    "distributed/speculative/": "Written so far: 21 one, 13 step, 6 word.",
    "recurrent/linear/": "still has 4 numbers. Both read 26, \u221226.",
}
QUERY, *_ = MOVED
# Of what counts sentences, when it has counted.
STARTED = ".drag[data-ready]:is([data-right], :not(:has(.count)))"


def started(page: Page) -> Page:
    page.locator(".drag").first.scroll_into_view_if_needed()
    page.locator(STARTED).first.wait_for()
    return page


def start_all(page: Page) -> None:
    for figure in page.locator(".drag").all():
        figure.scroll_into_view_if_needed()
        figure.and_(page.locator(STARTED)).wait_for()
    # At the top no title passes into another in the header.
    page.evaluate("scrollTo(0, 0)")
    page.locator(".md-header__title--active").wait_for(state="detached")
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")


def opened(visit: Open, where: str, **options: Any) -> Page:
    page = started(visit(where, **options).page)
    wait_until(page, "document.querySelector('.drag .said').textContent !== ''")
    return page


def press(page: Page, *names: str) -> None:
    """Buttons, by how their names begin."""
    for name in names:
        page.get_by_role("button", name=re.compile(f"^{name}", re.IGNORECASE)).click()
        started(page)


def text(page: Page, of: str, figure: str = ".drag") -> str:
    return page.locator(f"{figure} {of}").inner_text()


def status(page: Page) -> str:
    """What is said, a moment after a change."""
    page.wait_for_timeout(300)
    return text(page, ".said")


def stored(project: Project, snippet: str) -> list[str]:
    """The lines that a snippet printed."""
    return project.snippet(snippet).stored(".out").read_text("utf-8").splitlines()


def barriers(tab: Visit) -> list[str]:
    """What keeps somebody from using the figure as it is now, in either scheme."""
    found = violations(tab.page, ".drag")
    for scheme in SCHEMES:
        tab.show(scheme, (tab.page.viewport_size or {})["width"])
        found += wrong(tab.page, "faint")
    return found
