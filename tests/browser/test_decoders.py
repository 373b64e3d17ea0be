"""Small decoder-only models that run in a page: what they show was printed."""

import re

import pytest
from playwright.sync_api import Page

from attention import load_trained, story_vocabulary
from publish.project import Project
from tests.browser.axe import violations
from tests.browser.conftest import Open, wait_until
from tests.browser.drag import barriers, press, started, stored, text
from tests.live.test_engine import by_torch

INDUCTION = "models/what-heads-learn/"
STORY = "models/gpt/"
SAMPLING = "models/sampling/"


# Each is counted anew.
@pytest.mark.parametrize("few", [1, pytest.param(4, marks=pytest.mark.nightly)])
def test_each_cut_costs_what_was_printed_and_is_accessible(
    visit: Open, project: Project, few: int
) -> None:
    tab = visit(INDUCTION)
    page = started(tab.page)
    *hops, says = stored(project, "models/what-heads-learn/circuit")
    told = page.locator(".drag .reads li").all_inner_texts()
    for line, hop in zip(told, hops, strict=True):
        assert line.lower().replace(" before it", "").rstrip(".") == hop
    number, said = re.findall(r"\d+", says)
    assert text(page, ".reads b") == f"After {number}, it says {said}: right."

    whole, *rows = stored(project, "models/what-heads-learn/cut-out")
    assert text(page, ".count b") == whole.removeprefix("whole: ")
    assert len(rows) == 4
    for row in rows[:few]:
        found = re.fullmatch(r"without (layer (\d), head (\d)): ([\d.]+)", row)
        assert found
        name, layer, head, share = found.groups()
        press(page, f"Cut layer {layer} head {head}")
        assert page.locator(".drag").get_attribute("data-right") == share
        assert text(page, ".count b") == share
        assert text(page, ".counted").startswith(f"Without {name}: {share} right,")
        hop = text(page, ".reads li >> nth=" + layer)
        assert ("That head is cut." in hop) == (head == "0")
        assert barriers(tab) == []
        press(page, f"Cut layer {layer} head {head}")
    assert text(page, ".count b") == "1.00"


def copies(page: Page) -> list[list[str]]:
    """The numbers as they stand, and as they stand once more."""
    found = page.locator(".drag .copy").all_inner_texts()[:2]
    return [each.split() for each in found]


def test_numbers_are_mixed_drawn_and_chosen_by_keyboard(visit: Open) -> None:
    page = started(visit(INDUCTION).page)
    page.locator(".drag .copy button[aria-pressed=true]").focus()
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert text(page, ".reads b").startswith("After 6, it says 2: right.")
    mix = page.get_by_role("button", name="Mix the second copy")
    mix.click()
    first, second = copies(page)
    assert first != second
    assert sorted(first) == sorted(second)
    mix.click()
    assert copies(page) == [first, first]
    page.get_by_label("8 numbers").fill("12")
    first, second = copies(page)
    assert first == second
    assert len(set(first)) == 12
    says = text(page, ".guesses").split()
    assert (says[-1], says[:-2:2]) == ("?", first[1:]), "the whole model copies"
    page.get_by_role("button", name="Show layer 0 head 1 alone").click()
    assert "Layer 0, head 1 alone: " in text(page, ".reads")
    assert violations(page, ".drag") == []


# --- a text that is written ----------------------------------------------------------


WRITTEN = "document.querySelectorAll('.drag .word:not([hidden])').length === {}"


def words(page: Page) -> list[str]:
    return page.locator(".drag .word:visible b").all_inner_texts()


def test_it_writes_what_was_printed_and_shades_another_word_as_torch_does(
    visit: Open, project: Project
) -> None:
    [line] = stored(project, "models/gpt/a-story")
    tab = visit(STORY, alone=True)
    page = started(tab.page)
    assert words(page) == line.split()[:4]
    following = page.get_by_role("button", name="Next word")
    writes = page.get_by_role("button", name="Write", exact=True)
    following.click()
    assert words(page) == line.split()[:5]
    page.emulate_media(reduced_motion="reduce")
    for count in (12, 24):
        writes.click()
        wait_until(page, WRITTEN.format(count))
        assert words(page)[:12] == line.split(), "without a rest"
    assert following.is_disabled()
    assert barriers(tab) == []
    page.get_by_role("button", name="Start again").click()
    assert words(page) == line.split()[:4]

    page.locator(".drag .choices button").nth(0).focus()
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    ids = [story_vocabulary.index(word) for word in words(page)]
    assert len(ids) == 5
    _, maps = by_torch(load_trained("story"), [ids])
    weights = maps["blocks.0.attention"].mean(dim=0)[-1].tolist()
    shown = page.locator(".drag .word:visible .share").all_inner_texts()
    assert shown == [f"{each:.2f}" if each >= 0.005 else "" for each in weights]


def test_settings_change_probabilities_as_printed(
    visit: Open, project: Project
) -> None:
    first, *lines = stored(project, "models/sampling/the-river-was")
    page = started(visit(SAMPLING).page)
    assert words(page) == first.split()[:3]
    opening = {"temperature": "1", "top-k": "11", "top-p": "1"}
    assert len(lines) == 4
    for line in lines:
        setting, _, expected = line.partition(": ")
        name, _, value = setting.partition(" ")
        for label, at_first in opening.items():
            page.locator(f"#live-{label}").fill(value if label == name else at_first)
        choices = page.locator(".drag .choices button").all_inner_texts()
        left = [each.split() for each in choices[:4] if "out" not in each]
        assert ", ".join(map(" ".join, left)) == expected
        remain = len(left) if "top" in name else len(story_vocabulary)
        assert f" {remain} of 126 words remain. Likeliest next: low" in text(
            page, ".reads"
        )
    page.get_by_role("button", name="Next word").click()
    assert words(page)[3] in {"low", "high"}, "a word that was not left out"
