"""The pictures that go with links to pages."""

import io
from pathlib import Path

import pytest
from PIL import Image

from attention import COLOURS
from publish import cards
from publish.project import Project
from tests.course_of_one_page import Course

LONG = "Attention between two sequences, with padding, and queries with nothing to read"


def test_the_colour_is_that_of_attention_weights() -> None:
    assert COLOURS["weight"] == cards.WEIGHT


def test_the_matrix_is_the_running_examples(project: Project) -> None:
    weights = cards.attention_weights(project.root)
    assert [len(row) for row in weights] == [6] * 6
    assert all(abs(sum(row) - 1) < 0.03 for row in weights), "shares of two decimals"


@pytest.mark.parametrize("title", ["Tokens", "Why divide by √d_k", LONG])
def test_a_card_is_of_the_size_that_is_asked_for_and_light(title: str) -> None:
    weights = [[0.1, 0.9], [0.5, 0.5]]
    card = cards.drawn("The site", "A part", title, "What it says. " * 30, weights)
    assert card.size == (1200, 630)
    stored = io.BytesIO()
    card.save(stored, "png")
    assert len(stored.getvalue()) < 40_000


def test_text_stays_within_its_column_and_is_cut_at_the_end() -> None:
    for title in ("Tokens", LONG):
        size, lines = cards.fitted(title)
        face = cards.font("DejaVuSans-Bold", size)
        assert len(lines) <= 3
        assert max(face.getlength(line) for line in lines) <= cards.TEXT_WIDTH
        assert " ".join(lines) == title
    assert cards.shortened(["one,", "two"], 2) == ["one,", "two"]
    assert cards.shortened(["one,", "two"], 1) == ["one …"]
    assert cards.shortened(["one"], 0) == []


def test_a_card_is_drawn_once(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = course.root / "cards"
    cards.draw(course, folder)
    drawn = {path.relative_to(folder).as_posix() for path in folder.rglob("*.png")}
    assert drawn == {"index.png", "verified.png", "part/page.png"}
    with Image.open(folder / "part" / "page.png") as card:
        assert card.size == cards.SIZE

    def again(*_: object) -> None:
        raise AssertionError("it was drawn before")

    monkeypatch.setattr(cards, "drawn", again)
    cards.draw(course, Path(folder, "again"))
    course.write("docs/index.md", "---\ntitle: Another\n---\n\n# Another\n")
    with pytest.raises(AssertionError, match="drawn before"):
        cards.draw(course, folder)
