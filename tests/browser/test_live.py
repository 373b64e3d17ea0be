"""The trained models that run in the page."""

import re
from collections import Counter

from playwright.sync_api import Page

from attention import (
    Transformer,
    held_out_phrases,
    load_trained,
    translate_all,
    transliterations,
)
from publish.project import Project
from tests.browser.axe import violations
from tests.browser.conftest import Open
from tests.browser.drag import barriers, press, started, stored, text

WHERE = "models/translator/"
HELD_OUT = len(held_out_phrases)
# By its row in what-breaks.out, what each experiment cuts.
EXPERIMENTS = {
    "all heads": "none",
    "no gender": "Hindi 1, 3",
    "only one of them": "Hindi 3",
    "mistaken identity": "cross 3",
    "lose the verb": "cross 0, 2",
    "eyes closed": "cross, all",
}
# The heads that are cut attend to these, which its caption says.
ATTENDED = {"no gender": "laṛkī (0.49)", "lose the verb": "read (0.46)"}
KINDS = {"gender": "gender of the verb", "number": "number of the verb", "not": "“not”"}


def written(page: Page, figure: str = ".drag") -> list[str]:
    """The Hindi words in Latin letters."""
    return page.locator(f"{figure} .word:visible i:not(:empty)").all_inner_texts()


def broken(project: Project) -> dict[str, dict[str, int]]:
    """By what is cut, how many sentences are wrong in each part."""
    head, *rows = stored(project, "models/translator/what-breaks")
    parts = head.partition("| ")[2].split()
    return {
        row[:16].strip(): dict(
            zip(parts, map(int, row.partition("|")[2].split()), strict=True)
        )
        for row in rows
    }


def test_each_experiment_shows_what_was_printed_and_is_accessible(
    visit: Open, project: Project
) -> None:
    tab = visit(WHERE)
    page = started(tab.page)
    rows, parts = stored(project, "models/translator/cut-out"), broken(project)
    words = ""
    assert len(rows) == len(EXPERIMENTS)
    for row, (name, cut) in zip(rows, EXPERIMENTS.items(), strict=True):
        figures, _, words = row.removeprefix(name).partition(": ")
        right, women = map(int, re.findall(r"\d+", figures))
        press(page, name)
        assert page.locator(".drag").get_attribute("data-right") == str(right)
        assert text(page, ".count") == f"{right} of {HELD_OUT}"
        assert text(page, "[aria-pressed=true] .name").lower() == name
        assert text(page, ".tests [aria-pressed=true] b") == str(right)
        assert written(page) == words.split(), name
        claim = text(page, ".claim")
        if name == "no gender":
            said = f"women and girls, {women} are right; of 80 about men and boys, "
            assert f"{said}{right - women}." in claim
        elif name == "eyes closed":
            assert f"it writes {words}, “the man sees the apple”" in claim
        elif name != "mistaken identity":
            assert f"{right} of 160 are right" in claim
        if name in ATTENDED:
            said = f"The heads that are cut attend to {ATTENDED[name]}."
            assert said in text(page, ".reads")
        found = dict(re.findall(r"([“a-z][\w” ]*) (\d+)", text(page, ".kinds")[13:]))
        expected = {
            KINDS.get(part, part): str(count)
            for part, count in parts[cut].items()
            if count
        }
        assert found == expected
        counts = re.findall(r"(\d+) of (?:16|32)", text(page, ".squares"))
        assert sum(map(int, counts)) == right
    assert barriers(tab) == []
    # Of the English nothing is left, whatever it is.
    page.get_by_label("English", exact=True).fill("book the girl")
    assert written(page) == words.split()


def test_captions_say_who_turns_into_whom() -> None:
    model = load_trained("translator")
    assert isinstance(model, Transformer)
    layer = model.get_submodule("decoder.0.cross_attention.out_proj")
    layer.get_parameter("weight").data[:, 24:] = 0
    english, hindi = zip(*held_out_phrases, strict=True)
    turned, sentences = Counter(), Counter()
    for source, was, now in zip(
        english, hindi, translate_all(model, english), strict=True
    ):
        subject, first = source.split()[1], now.split()[0]
        sentences[subject] += 1
        if first != was.split()[0]:
            turned[subject, transliterations[first]] += 1
    assert turned == {
        ("boys", "ādmī"): sentences["boys"],
        ("woman", "ādmī"): sentences["woman"],
        ("girl", "laṛkiyāṁ"): sentences["girl"],
    }


def test_heads_words_and_their_weights_are_chosen_by_keyboard(visit: Open) -> None:
    page = started(visit(WHERE).page)
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
    assert page.locator(".drag .tests [aria-pressed=true]").count() == 0
    page.keyboard.press("Enter")
    page.locator(".drag[data-right='160']").wait_for()
    assert text(page, ".reads") == before
    assert focused.get_attribute("aria-pressed") == "false"

    page.locator(".drag .word[aria-pressed=true]").focus()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert text(page, ".reads").startswith("To write kitāb, it attends to book (")
    assert focused.inner_text().startswith("किताब")
    page.get_by_role("button", name="Show cross head 0 alone").click()
    assert re.fullmatch(
        r"To write kitāb, cross head 0 attends to book \(.*\) in the English\.",
        text(page, ".reads"),
    )
    page.get_by_role("button", name="Show encoder head 2 alone").click()
    assert text(page, ".reads").startswith("In the encoder, “girl” attends to ")
    assert text(page, ".words:first-of-type [aria-pressed=true]").startswith("girl")
    stops = page.locator(".drag .words button:visible:enabled:not([tabindex='-1'])")
    assert stops.count() == 2, "each column is one stop of the Tab key"


def test_what_cannot_be_read_is_answered(visit: Open) -> None:
    """What else is answered: tests/live/sentences.test.js."""
    page = started(visit(WHERE).page)
    box = page.get_by_label("English", exact=True)
    box.fill("Your journey starts with one step")
    refused = "none of these words. It has learned 36: people (boy,"
    assert refused in text(page, ".refused")
    assert "Right" not in text(page, ".verdict"), "nothing old is said of the new"
    assert box.get_attribute("aria-invalid") == "true"
    assert violations(page, ".drag") == []
    page.get_by_role("button", name="Cut cross head 3").click()
    assert "still the last sentence" in text(page, ".verdict"), "no old verdict"
    page.get_by_role("button", name="Cut cross head 3").click()
    box.fill("the girl buys the bok")
    page.get_by_role("button", name="Try “the girl buys the book”").click()
    assert page.locator(".drag .refused").is_hidden()
    assert page.evaluate("document.activeElement.id") == "live-english"
    assert written(page) == ["laṛkī", "kitāb", "kharīdtī", "hai"]
    assert "One of its 800 training sentences" in text(page, ".verdict")


def test_another_word_changes_what_follows_and_words_come_one_by_one(
    visit: Open,
) -> None:
    page = started(visit(WHERE, alone=True).page)
    page.locator(".drag .word", has_text="laṛkī").first.click()
    page.get_by_label("or", exact=True).select_option(label="लड़का laṛkā (boy)")
    assert written(page) == ["laṛkā", "kitāb", "nahīṁ", "paṛhtā"]
    assert page.locator(".drag .word.given i").all_inner_texts() == ["laṛkā"]
    assert text(page, ".verdict").startswith("✎ Changed: laṛkā")
    page.locator(".drag .choices button").first.click()
    assert text(page, ".verdict").startswith("✓ Right: laṛkī")

    mistake = page.get_by_role("button", name="Show a mistake")
    assert mistake.is_disabled()
    press(page, "eyes closed")
    mistake.click()
    assert text(page, ".verdict").startswith("✗ Wrong: ādmī")
    page.get_by_role("button", name="Play").click()
    assert written(page) == ["ādmī"]
    assert text(page, ".verdict") == ""
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Play").click()
    assert written(page) == ["ādmī", "seb", "dekhtā", "hai"], "at once"
    assert text(page, ".verdict") != ""
