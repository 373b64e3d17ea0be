"""Predict, then check: by keyboard alone, against the numbers that were computed."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from publish.project import Project
from tests.browser.conftest import ROOT, Open

# An answer or a known mistake; the output may show other things as well.
ANSWER = re.compile(r"^.+: [-+]?[\d.]+$", re.MULTILINE)


@dataclass
class Question:
    """A question on a page, and what its snippet printed."""

    block: Locator
    answer: str
    mistakes: dict[str, str]  # by diagnosis, the number that it gives

    def reply(self, text: str) -> str:
        """Types an answer, presses Enter, and reads what is said to it."""
        page = self.block.page
        assert page.evaluate("document.activeElement.tagName") == "INPUT"
        page.keyboard.press("Control+a")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        return self.block.locator("output").inner_text()

    def is_open(self) -> bool:
        return self.block.locator(".highlight").first.is_visible()


def asking() -> list[str]:
    """Addresses of the pages that ask something."""
    project = Project(ROOT)
    return [
        project.url(page)
        for page in project.pages
        if 'class="predict"' in (project.docs / page).read_text(encoding="utf-8")
    ]


def questions(page: Page, site_folder: Path) -> list[Question]:
    index = json.loads((site_folder / "snippets.json").read_text(encoding="utf-8"))
    printed = {entry["id"]: entry["stdout"] for entry in index["snippets"]}
    address = page.url.partition("attention-verified/")[2].rstrip("/")
    found = []
    for block in page.locator(".predict").all():
        name = block.locator("[id^=code-]").get_attribute("id") or ""
        stdout = printed[f"{address}/{name.removeprefix('code-')}"]
        lines = [line.rpartition(": ") for line in ANSWER.findall(stdout)]
        (first, _, answer), *others = lines
        assert first == "answer"
        found.append(Question(block, answer, {words: n for words, _, n in others}))
    return found


def go_to(question: Question) -> None:
    """Reaches the question's input with the Tab key, from what stands before it.

    That one comes this far from the top of the page is shown in test_keyboard.
    """
    question.block.evaluate(
        """(block) => [...document.querySelectorAll("a, button, summary, [tabindex]")]
            .filter((each) => each.checkVisibility() && each.tabIndex >= 0)
            .filter((each) => each.compareDocumentPosition(block) === 4)
            .at(-1).focus()"""
    )
    question.block.page.keyboard.press("Tab")


@pytest.mark.parametrize("where", asking())
def test_a_question_is_answered_by_keyboard(
    visit: Open, where: str, site_folder: Path
) -> None:
    for question in questions(visit(where).page, site_folder):
        go_to(question)
        assert not question.is_open()

        assert "number" in question.reply("a lot")
        assert not question.is_open()

        assert question.mistakes, "a question knows at least one wrong answer"
        for diagnosis, number in question.mistakes.items():
            assert diagnosis in question.reply(number)
            assert not question.is_open()

        decimals = len(question.answer.partition(".")[2])
        unit = 10.0**-decimals if decimals else 0.0
        for far in (1000, 2 * unit + 1):
            reply = question.reply(f"{float(question.answer) + far:.{decimals}f}")
            assert not any(diagnosis in reply for diagnosis in question.mistakes)
            assert question.answer not in reply
            assert not question.is_open()

        assert question.answer in question.reply(question.answer.replace(".", ","))
        assert question.is_open()

        # It may be hidden again, and be seen without guessing.
        for _ in range(2):  # past the button that checks
            question.block.page.keyboard.press("Tab")
        for is_open in (False, True, False):
            question.block.page.keyboard.press("Enter")
            assert question.is_open() == is_open

        for _ in range(2):
            question.block.page.keyboard.press("Shift+Tab")
        near = f"{float(question.answer) + unit:.{decimals}f}"
        assert question.answer in question.reply(near), "one unit is near enough"
        assert question.is_open()


def test_the_name_of_a_field_says_what_stands_in_the_formulas(visit: Open) -> None:
    def field(address: str) -> str:
        asked = visit(address).page.locator(".predict input").first
        return asked.get_attribute("aria-label") or ""

    assert "by the root of 512 before softmax" in field("self-attention/scaling/")
    assert "by the root of d sub k." in field("self-attention/trainable-weights/")


@pytest.mark.parametrize("where", asking())
def test_without_scripts_nothing_is_hidden(visit: Open, where: str) -> None:
    page = visit(where, javascript=False).page
    for block in page.locator(".predict .highlight").all():
        assert block.is_visible()


def test_some_page_asks_something() -> None:
    assert asking()
