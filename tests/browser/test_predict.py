"""Predict, then check: by keyboard alone, against the numbers that were computed."""

import re

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Open

# An answer or a known mistake; the output may show other things as well.
ANSWER = re.compile(r"^(.+): ([-+]?[\d.]+)$", re.MULTILINE)
# Pages whose questions ask for decimals and whole numbers.
ASKING = ("practice/self-attention/", "self-attention/trainable-weights/")


# Of each question what is written, whether it can be answered, and its outputs.
QUESTIONS = """() => [...document.querySelectorAll(".predict")].map((block) => [
    block.innerText, block.querySelector("form") !== null,
    [...block.querySelectorAll("pre > code")].map((code) => code.textContent)])"""


def answers(texts: list[str]) -> list[tuple[str, str]]:
    """The answer to a question and its known mistakes, as its snippet printed them."""
    return ANSWER.findall(next(text for text in texts if text.startswith("answer:")))


def unit(number: str) -> float:
    """Of the last decimal that a number has."""
    decimals = len(number.partition(".")[2])
    return 10.0**-decimals if decimals else 0.0


def unanswerable(page: Page) -> list[str]:
    """Questions that ask nothing, know no mistake, or take one for the answer."""
    found = []
    for said, has_form, texts in page.evaluate(QUESTIONS):
        (_, answer), *mistakes = answers(texts)
        near = 1.5 * unit(answer)
        far = all(abs(float(other) - float(answer)) > near for _, other in mistakes)
        if not (has_form and mistakes and far):
            found.append(said)
    return found


@pytest.mark.parametrize("where", ASKING)
def test_a_question_is_answered_by_keyboard(visit: Open, where: str) -> None:
    page = visit(where).page
    keys = page.keyboard
    for block in page.locator(".predict").all():
        texts = block.locator("pre > code").all_text_contents()
        (_, answer), *mistakes = answers(texts)

        def reply(text: str, block: Locator = block) -> str:
            """Types an answer, presses Enter, and reads what is said to it."""
            assert page.evaluate("document.activeElement.tagName") == "INPUT"
            keys.press("Control+a")
            keys.type(text)
            keys.press("Enter")
            return block.locator("output").inner_text()

        def is_open(block: Locator = block) -> bool:
            return block.locator(".highlight").first.is_visible()

        block.locator("form input").focus()
        assert "number" in reply("a lot")
        for diagnosis, number in mistakes:
            assert diagnosis in reply(number)
        places = len(answer.partition(".")[2])
        for far in (1000, 2 * unit(answer) + 1):
            said = reply(f"{float(answer) + far:.{places}f}")
            assert not any(diagnosis in said for diagnosis, _ in mistakes)
            assert answer not in said
        assert not is_open()

        assert answer in reply(answer.replace(".", ","))
        assert is_open()

        # It may be hidden again, and be seen without guessing.
        for _ in range(2):  # past the button that checks
            keys.press("Tab")
        for opens in (False, True, False):
            keys.press("Enter")
            assert is_open() == opens

        for _ in range(2):
            keys.press("Shift+Tab")
        near = f"{float(answer) + unit(answer):.{places}f}"
        assert answer in reply(near), "one unit is near enough"
        assert is_open()
