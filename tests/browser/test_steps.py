"""Figures that readers step through: by button, key, slider or address, and in time."""

import re

import pytest
import torch

from tests.browser.axe import cramped
from tests.browser.conftest import Open, wait_until
from tests.browser.drag import CODES, STEPPED, opened, status

PLACE = "(said) => [said.offsetTop, said.offsetHeight]"
# What is said at the end of each figure, as blocks of its page printed it.
ENDS = {
    "modern/kv-cache/": "So far: 21 against 6.",
    "modern/one-pass/": "is a weight: 0.0321, 0.2369, 0.0871, 0.6439.",
    "modern/grouped/": "The cache takes 0.125 GiB.",
    "modern/flash/": "Gathered, divided by the sum, is the context vector.",
    "modern/latent/": "keeps the neck alone: 2.3 GB for 32,768 tokens.",
    "frontier/experts/": "The experts get 6, 6, 6 and 6 tokens.",
    "multi-head/split/": "so that a number can depend on both heads.",
    "recurrent/linear/": "still has 4 numbers. Both read 26, \u221226.",
}


@pytest.mark.parametrize("where", STEPPED)
def test_a_reader_steps_to_the_end_and_back(visit: Open, where: str) -> None:
    page = opened(visit, where=where, width=360)
    before, slider = status(page), page.locator(".drag .steps input")
    room = page.locator(".drag .said").evaluate(PLACE)
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last))
    assert ENDS[where] in status(page)
    assert page.url.endswith(f"#step={last}")
    assert page.get_by_role("button", name="One step on").is_disabled()
    for step in range(last, int(slider.get_attribute("min") or 0), -1):
        assert slider.input_value() == str(step)
        page.locator(".drag .play").press("ArrowLeft")
        assert page.locator(".drag .said").evaluate(PLACE) == room, step
        assert cramped(page) == []
    page.get_by_role("button", name="Reset").click()
    assert status(page) == before
    again = opened(visit, f"#step={last}", where=where)
    assert ENDS[where] in status(again)


def test_while_it_plays_it_says_nothing_aloud(visit: Open) -> None:
    page = opened(visit, where=STEPPED[1])
    play, said = page.locator(".drag .play"), page.locator(".drag .said")
    play.click()  # from the first step, since it was not touched
    assert "is the maximum so far" in said.inner_text()
    assert said.get_attribute("aria-live") == "off"
    wait_until(page, "document.querySelector('.drag .play').textContent === 'Play'")
    assert said.get_attribute("aria-live") == "polite"
    assert ENDS[STEPPED[1]] in status(page)


def test_a_number_is_read_as_the_nearest_code_that_torch_has(visit: Open) -> None:
    page = opened(visit, where=CODES, width=360)
    assert "0.3214 in e4m3 (2.6 % off)" in status(page)  # as the page printed
    slider = page.locator("#drag-codes")
    for place in (-33, -110, -155, -397):
        slider.fill(str(place))
        x = float(f"{2 ** (place / 20):.2e}")
        said = status(page)
        for name, dtype, most in (
            ("e4m3", torch.float8_e4m3fn, 448),
            ("e5m2", torch.float8_e5m2, 57344),
        ):
            read = torch.tensor(x * most).to(dtype).item() / most
            [found] = re.findall(rf"([-.e\d]+) in {name}", said)
            assert float(found) == pytest.approx(read, rel=1e-3, abs=1e-12)
        assert cramped(page) == []
    assert status(opened(visit, "#number=0.06", where=CODES)).count("% off") == 3
