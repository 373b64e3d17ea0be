"""The trained models that run in a page: what they show was printed."""

import json
import re

import pytest
from playwright.sync_api import Page

from attention import Transformer
from attention.examples import (
    held_out_phrases,
    load_trained,
    story_vocabulary,
    translate,
    transliterations,
)
from publish.project import Project
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, Open, wait_until
from tests.browser.figures import barriers, press, started, stored, text

TRANSLATOR = "models/translator/"
INDUCTION = "models/what-heads-learn/"
STORY, SAMPLING = "models/gpt/", "models/sampling/"
RECALL = "recurrent/recall/"
PLAYGROUND = "playground/"
BROKEN = "gallery/break-it/"
TRANSLATE = ".drag[data-figure^=transl]"
SENTENCE = "English"  # how the field is called
# In its caption, whom an experiment turns into whom.
SAID = {
    "no gender": "women and girls, {women} are right; of 80 about men and boys, {men}.",
    "mistaken identity": "Boys and a woman turn into ādmī, man or men, and one girl",
    "eyes closed": "it writes {words}, “the man sees the apple”",
}


def written(page: Page) -> list[str]:
    """The Hindi words in Latin letters."""
    return page.locator(f"{TRANSLATE} .word:visible i:not(:empty)").all_inner_texts()


def words(page: Page, figure: str = ".drag") -> list[str]:
    return page.locator(f"{figure} .word:visible b").all_inner_texts()


# --- the translator ------------------------------------------------------------------


def test_each_experiment_shows_what_was_printed(visit: Open, project: Project) -> None:
    tab = visit(TRANSLATOR)
    page = started(tab.page)
    rows = stored(project, "models/translator/cut-out")
    assert len(rows) == page.locator(".drag .tests button").count() == 6
    for row in rows:
        found = re.fullmatch(r"(.+?) +(\d+) right, +(\d+) about women: (.+)", row)
        assert found
        name, right, women, example = found.groups()
        press(page, name)
        assert page.locator(".drag").get_attribute("data-right") == right
        assert text(page, ".count") == f"{right} of 160"
        assert text(page, ".tests [aria-pressed=true] b") == right
        assert written(page) == example.split(), name
        men = int(right) - int(women)
        said = SAID.get(name, "{right} of 160 are right")
        expected = said.format(right=right, women=women, men=men, words=example)
        assert expected in text(page, ".claim")
    assert barriers(tab) == []
    # Of the English nothing is left, whatever it is.
    page.get_by_label(SENTENCE, exact=True).fill("book the girl")
    assert written(page) == rows[-1].partition(": ")[2].split()


def test_a_caption_says_who_turns_into_whom() -> None:
    model = load_trained("translator")
    assert isinstance(model, Transformer)
    layer = model.get_submodule("decoder.0.cross_attention.out_proj")
    layer.get_parameter("weight").data[:, 24:] = 0
    english, hindi = zip(*held_out_phrases, strict=True)
    turned = {
        (source.split()[1], transliterations[now.split()[0]])
        for source, was, now in zip(
            english, hindi, translate(model, english), strict=True
        )
        if now.split()[0] != was.split()[0]
    }
    assert turned == {("boys", "ādmī"), ("woman", "ādmī"), ("girl", "laṛkiyāṁ")}


def test_heads_and_words_are_chosen_by_keyboard(visit: Open) -> None:
    page = started(visit(TRANSLATOR).page)
    before = text(page, ".reads")
    page.get_by_role("button", name="Cut all decoder heads").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.locator(".drag[data-right='150']").wait_for()
    assert text(page, ".claim") == "You have cut: decoder 1."
    focused = page.locator(".drag :focus")
    assert focused.get_attribute("aria-label") == "Cut decoder head 1"
    assert "heads that are cut attend to laṛkī" in text(page, ".reads")
    assert page.locator(".drag .lines .cut:not([hidden])").count() > 0
    page.keyboard.press("Enter")
    page.locator(".drag[data-right='160']").wait_for()
    assert text(page, ".reads") == before

    page.locator(".drag .word[aria-pressed=true]").focus()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert text(page, ".reads").startswith("To write kitāb, it attends to book (")
    assert focused.inner_text().startswith("किताब")
    page.get_by_role("button", name="Show encoder head 2 alone").click()
    assert text(page, ".reads").startswith("In the encoder, “girl” attends to ")
    stops = page.locator(".drag .words button:visible:enabled:not([tabindex='-1'])")
    assert stops.count() == 2, "each column is one stop of the Tab key"


def test_a_sentence_is_refused_changed_and_played(visit: Open) -> None:
    """What else is refused: tests/figures/sentences.test.js."""
    page = started(visit(TRANSLATOR, alone=True).page)
    box = page.get_by_label(SENTENCE, exact=True)
    box.fill("the girl buys the bok")
    assert "It does not know “bok”." in text(page, ".refused")
    assert text(page, ".verdict").startswith("Above is still the last sentence")
    assert box.get_attribute("aria-invalid") == "true"
    assert violations(page, ".drag") == []
    page.get_by_role("button", name="Try “the girl reads the letter”").click()
    assert page.locator(".drag .refused").is_hidden()
    assert page.evaluate("document.activeElement.id") == "live-english"
    assert written(page) == ["laṛkī", "ciṭṭhī", "paṛhtī", "hai"]
    assert "Held out: in training, no girl reads." in text(page, ".verdict")

    page.locator(".drag .word", has_text="laṛkī").first.click()
    page.locator(".drag .choices button").nth(1).click()
    assert text(page, ".verdict").startswith("✎ Changed: ")
    assert page.locator(".drag .word.given").count() == 1
    page.locator(".drag .choices button").first.click()
    assert text(page, ".verdict").startswith("✓ Right: laṛkī")

    press(page, "eyes closed")
    page.get_by_role("button", name="Show a mistake").click()
    assert text(page, ".verdict").startswith("✗ Wrong: ādmī")
    page.get_by_role("button", name="Play").click()
    assert written(page) == ["ādmī"]
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Play").click()
    assert written(page) == ["ādmī", "seb", "dekhtā", "hai"], "at once"


def test_a_copied_link_brings_the_sentence_and_the_cuts(visit: Open) -> None:
    tab = visit(PLAYGROUND)
    page = started(tab.page)
    assert "#" not in page.url, "nothing was changed"
    page.get_by_label(SENTENCE, exact=True).fill("the girl reads the letter")
    for head in (1, 3):
        page.get_by_role("button", name=f"Cut decoder head {head}").click()
    assert written(page) == ["laṛkī", "ciṭṭhī", "paṛhtā", "hai"]
    page.get_by_role("button", name="Copy link").first.click()
    page.get_by_text("Copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    hash_of = "#english=the+girl+reads+the+letter&cut=decoder1+decoder3"
    assert link == page.url == tab.origin + PLAYGROUND + hash_of

    page = started(visit(PLAYGROUND + hash_of, width=PHONE).page)
    assert written(page) == ["laṛkī", "ciṭṭhī", "paṛhtā", "hai"]
    assert text(page, ".claim", TRANSLATE) == "You have cut: decoder 1 and 3."
    page.get_by_role("button", name="Put all heads back").press("Enter")
    assert written(page) == ["laṛkī", "ciṭṭhī", "paṛhtī", "hai"]
    focused = "document.activeElement.localName"
    assert page.evaluate(focused) != "body", "the focus stays where it can be seen"
    assert page.url == link.partition("&")[0]
    page.evaluate("scrollTo(0, 0)")
    stage = page.locator(".drag .stage").bounding_box() or {}
    assert stage["y"] < 450, "the sentence is in the first screen of a phone"


# --- models with a decoder alone -----------------------------------------------------


# Each is counted anew.
@pytest.mark.parametrize("few", [1, pytest.param(4, marks=pytest.mark.nightly)])
def test_each_cut_of_the_circuit_costs_what_was_printed(
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
        assert text(page, ".count b") == share
        assert text(page, ".counted").startswith(f"Without {name}: {share} right,")
        hop = text(page, ".reads li >> nth=" + layer)
        assert ("That head is cut." in hop) == (head == "0")
        assert barriers(tab) == []
        press(page, f"Cut layer {layer} head {head}")
    assert text(page, ".count b") == "1.00"


def test_numbers_are_mixed_drawn_and_chosen_by_keyboard(visit: Open) -> None:
    page = started(visit(INDUCTION).page)
    page.locator(".drag .copy button[aria-pressed=true]").focus()
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert text(page, ".reads b").startswith("After 6, it says 2: right.")

    def copies() -> list[list[str]]:
        found = page.locator(".drag .copy").all_inner_texts()[:2]
        return [each.split() for each in found]

    press(page, "Mix the second copy")
    first, second = copies()
    assert first != second
    assert sorted(first) == sorted(second)
    page.get_by_label("8 numbers").fill("12")
    first, second = copies()
    assert first == second
    assert len(set(first)) == 12
    says = text(page, ".guesses").split()
    assert (says[-1], says[:-2:2]) == ("?", first[1:]), "the whole model copies"


WRITTEN = "document.querySelectorAll('.drag .word:not([hidden])').length === {}"


def test_it_writes_what_was_printed(visit: Open, project: Project) -> None:
    [line] = stored(project, "models/gpt/a-story")
    tab = visit(STORY, alone=True)
    page = started(tab.page)
    assert words(page) == line.split()[:4]
    press(page, "Next word")
    assert words(page) == line.split()[:5]
    page.emulate_media(reduced_motion="reduce")
    for count in (12, 24):
        press(page, "Write")
        wait_until(page, WRITTEN.format(count))
        assert words(page)[:12] == line.split(), "without a rest"
    assert page.get_by_role("button", name="Next word").is_disabled()
    assert barriers(tab) == []
    press(page, "Start again")
    page.locator(".drag .choices button").nth(0).focus()
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert len(words(page)) == 5
    assert words(page)[4] != line.split()[4]


def test_settings_change_probabilities_as_printed(
    visit: Open, project: Project
) -> None:
    first, *lines = stored(project, "models/sampling/the-river-was")
    tab = visit(SAMPLING)
    page = started(tab.page)
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
        assert f" {remain} of 126 words remain." in text(page, ".reads")
    page.locator("#live-top-p").fill("1")
    page.locator("#live-top-k").fill("1")
    press(page, "Next word")
    hash_of = "#text=the+river+was+low&k=1"
    assert tab.page.url == tab.origin + SAMPLING + hash_of
    page = visit(PLAYGROUND + hash_of).page
    figure = ".drag[data-figure=sampling]"
    page.locator(f"{figure}[data-ready]").wait_for()
    assert words(page, figure)[3:] == ["low"]
    top = page.locator(figure).bounding_box() or {}
    assert 0 <= top["y"] < 300, "who follows a link sees the figure"


# --- pairs that are recalled ---------------------------------------------------------

RULES = {"the delta rule": "delta", "a decaying sum": "decay", "a sum": "linear"}


def test_each_rule_answers_what_was_printed(visit: Open, project: Project) -> None:
    printed = stored(project, "recurrent/recall/overwritten")[2:]
    likeliest = {line.split()[0]: " ".join(line.split()[1:3]) for line in printed}
    page = started(visit(RECALL).page)
    for name, rule in RULES.items():
        press(page, name)
        assert f"written by {name}, reads {likeliest[rule]}" in text(page, ".reads")
        assert f"Softmax reads {likeliest['softmax']}" in text(page, ".reads")


def test_the_state_does_not_grow_with_what_a_reader_writes_by_keyboard(
    visit: Open,
) -> None:
    """What both memories answer is what torch answers: tests/figures/test_memory.py."""
    page = started(visit(RECALL).page)
    press(page, "Empty")
    assert text(page, ".reads") == "Nothing is written yet."
    assert page.evaluate("document.activeElement.id") == "live-key"

    def write(key: str, value: int) -> list[str]:
        page.locator("#live-key").select_option(key)
        page.locator("#live-value").select_option(str(value))
        page.get_by_role("button", name="Write", exact=True).press("Enter")
        return page.locator(".drag .memories b").all_inner_texts()

    assert write("Q", 5) == ["256", "64"]
    assert write("c", 30) == ["256", "128"]
    assert write("Q", 18) == ["256", "192"]
    page.locator(".drag .asked button").first.focus()
    for key, last in (("ArrowDown", "c was written once, last as 30"),
                      ("ArrowUp", "Q was written twice, last as 18")):  # fmt: skip
        page.keyboard.press(key)
        page.keyboard.press("Enter")
        assert text(page, ".reads").startswith(last)
    for count in range(4, 9):
        press(page, "Overwrite Q")
        sizes = page.locator(".drag .memories b").all_inner_texts()
        assert sizes == ["256", str(64 * count)]
    assert page.get_by_role("button", name="New pair").is_disabled()
    assert violations(page, ".drag") == []


# --- a line that is wrong ------------------------------------------------------------


def test_a_line_is_broken_in_words_of_ones_own(visit: Open, project: Project) -> None:
    """That its numbers are those of torch: tests/figures."""
    tab = visit(BROKEN)
    page = started(tab.page)
    lines = [json.loads(line) for line in stored(project, "gallery/break-it/one-line")]
    page.locator(".drag .mistakes button").first.focus()
    for number, line in enumerate(lines):
        page.keyboard.press("Enter")
        assert page.locator(".drag .pair code").all_inner_texts() == line["lines"]
        moved = page.locator(".drag .positions li > :nth-child(2)").all_inner_texts()
        assert [float(each) for each in moved] == line["moved"]
        assert page.locator(".drag .positions .changed").count() == line["changed"]
        link = page.get_by_role("link", name=f"{line['title']}, explained")
        path = line["page"].replace(".md", "/")
        assert link.get_attribute("href") == f"{tab.origin}{path}"
        page.keyboard.press("ArrowRight" if number % 2 else "ArrowDown")
    assert barriers(tab) == []

    box = page.get_by_role("textbox", name="Text")
    box.fill("The river was hgh")
    assert text(page, ".bad") == "It does not know “hgh”."
    assert box.get_attribute("aria-invalid") == "true"
    assert violations(page, ".drag") == []
    box.fill("The river was high")
    assert page.locator(".drag .positions li:visible").count() == 4
    assert text(page, ".bad").strip() == ""
    assert text(page, ".origin") == "Computed in your browser."
    press(page, "Other words")
    assert page.locator(".drag .positions li:visible").count() == 12
    assert len(box.input_value().split()) == 12
