"""Figures that readers step through: by button, key, slider or address, and in time."""

import re

import pytest
import torch

from tests.browser.axe import LOOK, wrong
from tests.browser.conftest import Open, wait_until
from tests.browser.drag import CODES, ENDS, ENTER, STEPPED, opened, status

# Goes back by key: of each step its number, the room of what is said, what is cramped.
BACK = f"""async () => {{
    const look = {LOOK}
    const [slider, said, play] = [".steps input", ".said", ".play"]
        .map((of) => document.querySelector(`.drag ${{of}}`))
    const later = setTimeout
    window.setTimeout = (call) => later(call) // what is said comes at once
    const found = []
    while (found.at(-1)?.[0] !== slider.value) {{
        found.push([slider.value, [said.offsetTop, said.offsetHeight],
            await look(["cramped"])])
        const key = {{ key: "ArrowLeft", bubbles: true }}
        play.dispatchEvent(new KeyboardEvent("keydown", key))
        await new Promise((done) => later(done, 20))
    }}
    window.setTimeout = later
    return found
}}"""


@pytest.mark.parametrize("where", STEPPED)
def test_a_reader_steps_to_the_end_and_back(visit: Open, where: str) -> None:
    page = opened(visit, where=where, width=360)
    before, slider = status(page), page.locator(".drag .steps input")
    first, last = (int(slider.get_attribute(of) or 0) for of in ("min", "max"))
    slider.fill(str(last))
    assert ENDS[where] in status(page)
    assert page.url.endswith(f"#step={last}")
    assert page.get_by_role("button", name="One step on").is_disabled()
    steps, rooms, tight = zip(*page.evaluate(BACK), strict=True)
    assert [int(step) for step in steps] == [*range(last, first - 1, -1)]
    assert rooms == (rooms[0],) * len(rooms), "what is below stays where it is"
    assert tight == ([],) * len(tight)
    page.get_by_role("button", name="Reset").click()
    assert status(page) == before


def test_while_it_plays_it_says_nothing_aloud(visit: Open) -> None:
    page = opened(visit, where=STEPPED[1])
    play, said = page.locator(".drag .play"), page.locator(".drag .said")
    play.click()  # from the first step, since it was not touched
    assert "is the maximum so far" in said.inner_text()
    slider = page.locator(".drag .steps input")
    slider.fill(str(int(slider.get_attribute("max") or 0) - 2))
    play.click()
    assert said.get_attribute("aria-live") == "off"
    wait_until(page, "document.querySelector('.drag .play').textContent === 'Play'")
    assert said.get_attribute("aria-live") == "polite"
    assert ENDS[STEPPED[1]] in status(page)


def test_a_number_is_read_as_the_nearest_code_that_torch_has(visit: Open) -> None:
    page = opened(visit, where=CODES, width=360)
    assert "0.3214 in e4m3 (2.6 % off)" in status(page)  # as the page printed
    slider = page.locator("#drag-codes")
    for place in (-33, -155, -397):
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
        assert wrong(page, "cramped") == []
    page.evaluate(ENTER, "#number=0.06")
    assert status(page).count("% off") == 3
