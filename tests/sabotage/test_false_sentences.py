"""Sentences that stood on the site and were false: put back, each is refused."""

from pathlib import Path

import pytest

from publish.guards.claims import unfounded
from publish.pages.model import Page, parse
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
