"""Sentences that stood on the site and were false, and formulas with another sign.

Put on the page, each is refused: by its quote, which the page then does not say.
"""

from pathlib import Path

import pytest

from publish.page_model import Page, parse
from publish.pages.sentences import is_formula, sentences
from publish.pages.unfounded import unfounded
from publish.project import Project

FALSE = [  # page, what it says now (as its Markdown has it), what it said
    (
        "causal/dropout.md",
        "On one Intel processor, we saw torch 2.6.0 print the old matrix and torch "
        "2.13.0 the one above, as it does on AMD.",
        "The first is what Intel processors print.",
    ),
    (
        "self-attention/scaling.md",
        "Once they are divided by it, softmax still mixes, and its gradient does not "
        "vanish as the width grows.",
        "Softmax then gets numbers of the size for which it makes mixtures, whether a "
        "head has 2 features or 4096.",
    ),
    (
        "order/learned.md",
        "Only the proportions of the words matter here: if a text is repeated "
        "several times, each word gets the same vector as when the text is said "
        "once.",
        "*Step* knows that five words came before it.",
    ),
    (
        "self-attention/softmax.md",
        "Whether the formula fails depends on the size of the scores, not on how clear "
        "the winner is: equal scores fail here, but the clear winner in the last row "
        "comes out right.",
        "The naive one fails exactly where scores are large, that is, where a model "
        "is most certain.",
    ),
    (
        "self-attention/trainable-weights.md",
        "The matrices are shared, but what an update for one word does to another "
        "depends on their vectors.",
        "What is learned for one is learned for all.",
    ),
    (
        "causal/no-leak.md",
        "So zero slopes do not prove that nothing leaks.",
        "Where every slope is zero, none has an effect.",
    ),
]


WRONG = [  # page, a part of what it says now, the same with another sign or place
    (
        "recap/sheet.md",
        r"(\delta_{ij} - \weight{\alpha_j}) / \sqrt{d_k}",
        r"(\delta_{ij} - \weight{\alpha_j})",
    ),
    ("modern/biases.md", r"- m\,(i - j) \right)", r"+ m\,(i - j) \right)"),
    ("modern/one-pass.md", r"t' = t \, e^{m - m'}", r"t' = t \, e^{m' - m}"),
    ("modern/one-pass.md", r"L = \ln (e^{L_1} + e^{L_2})", r"L = \ln (e^{L_1 + L_2})"),
    ("modern/one-pass.md", r"e^{L_2 - L} \context{z_2}", r"e^{L - L_2} \context{z_2}"),
    ("modern/compare.md", r"h\,(l + r + l)", r"h\,(l + r - l)"),
    ("modern/grouped.md", "group `h // (H // G)`", "group `h % (H // G)`"),
    ("modern/sinks.md", r"= \sigma(\ell_i - s)", r"= \sigma(\ell_i + s)"),
    ("modern/rotary.md", r"\query{q}^\top R_{n - m}", r"\query{q}^\top R_{n + m}"),
    ("modern/latent.md", r"^\top) \cdot c", r") \cdot c"),
    ("modern/flash.md", r"\value{v_j} - g \cdot \con", r"\value{v_j} + g \cdot \con"),
    ("modern/windows.md", r"\(W\,T - W(W-1)/2\)", r"\(W\,T + W(W-1)/2\)"),
    ("modern/windows.md", r"reach \(k\,(W - 1)\)", r"reach \(k\,(W + 1)\)"),
]


class Altered(Project):
    """The course with a sentence of a page exchanged."""

    def __init__(self, root: Path, page: str, old: str, new: str) -> None:
        super().__init__(root)
        text = (self.docs / page).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{page} does not say: {old}"
        self.altered = {page: parse(text.replace(old, new))}

    def page(self, name: str) -> Page:
        return self.altered.get(name) or super().page(name)


@pytest.mark.parametrize(("page", "true", "false"), FALSE)
def test_a_false_sentence_does_not_come_back(
    project: Project, page: str, true: str, false: str
) -> None:
    assert unfounded(project, page) == []
    problems = unfounded(Altered(project.root, page, true, false), page)
    assert any("does not say" in problem for problem in problems)


@pytest.mark.parametrize(("page", "true", "false"), WRONG)
def test_a_formula_with_another_sign_is_named(
    project: Project, page: str, true: str, false: str
) -> None:
    altered = Altered(project.root, page, true, false)
    (said,) = set(sentences(altered.page(page))) - set(sentences(project.page(page)))
    (known,) = set(sentences(project.page(page))) - set(sentences(altered.page(page)))
    problems = unfounded(altered, page)
    assert any("does not say: " in one and "test_" in one and known in one
               for one in problems)  # fmt: skip
    assert is_formula(said) == any(
        "compute it" in one and said in one for one in problems
    )
