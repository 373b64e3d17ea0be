"""What the drawings show, and that it can be read.

What they look like in every detail is stored with the figures of the course.
"""

from collections.abc import Iterator

import pytest
import torch
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgb

from attention.gallery import Description
from attention.plotting import COLOURS, arrows, curves, cuts, draw_models, heatmap

MATRIX = torch.tensor([[0.125, 0.5, -torch.inf], [1.0, torch.nan, 0.0]])
X = torch.tensor([1.0, 2.0, 5.0])
ROWS = {"pieces": ["O", "ne", " ", "step"], "words": ["one", None, "step"]}
WHOLE = {"layers": "2", "embeddings": "as they are", "last norm": "RMSNorm"}
ONE = Description(
    WHOLE,
    "AA",
    {"A": {"norms": "RMSNorm before", "attention": "4 heads", "cache": "8 a token"}},
)
OTHER = Description(
    WHOLE | {"embeddings": "times 12"},
    "AB",
    {
        "A": {"norms": "RMSNorm before", "attention": "8 heads", "gate": "of each"},
        "B": {"norms": "RMSNorm before", "attention": "4 heads", "experts": "2 of 8"},
    },
)
VECTORS = torch.tensor([[0.75, 0.25], [-0.5, 1.0], [0.125, -0.5]])

DRAWINGS = {
    "heatmap": lambda **kw: heatmap(MATRIX, rows=list("ab"), columns=list("abc"), **kw),
    "arrows": lambda **kw: arrows(VECTORS, labels=list("abc"), **kw),
    "curves": lambda **kw: curves(X, {"one": X}, xlabel="x", ylabel="y", **kw),
    "cuts": lambda **kw: cuts(ROWS, **kw),
    "models": lambda **kw: draw_models(ONE, OTHER, names=("one", "other"), **kw),
}


@pytest.fixture(autouse=True)
def _fresh_matplotlib() -> Iterator[None]:
    """Each test has matplotlib as it comes, and leaves no figure."""
    with plt.rc_context():
        plt.switch_backend("agg")
        yield
    plt.close("all")


def contrast(first, second) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(colour) -> float:
        linear = [
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
            for c in to_rgb(colour)
        ]
        return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted([luminance(first), luminance(second)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_type_is_large_enough_for_a_phone_and_the_axes_can_be_given(draw):
    axes = draw()
    assert plt.gcf().get_figwidth() == pytest.approx(4.2)
    texts = [*axes.texts, axes.xaxis.label, axes.yaxis.label]
    if axes.axison:
        texts += [*axes.get_xticklabels(), *axes.get_yticklabels()]
    assert all(t.get_fontsize() >= 11 for t in texts if t.get_text())
    _, other = plt.subplots()
    assert draw(ax=other) is other


@pytest.mark.parametrize("colour", [*COLOURS, None])
def test_every_number_of_a_heatmap_can_be_read_on_its_cell(colour: str | None):
    ramp = torch.linspace(0, 1, 23).reshape(1, 23)
    axes = heatmap(ramp, rows=["r"], columns=["c"] * 23, colour=colour)
    mesh = axes.collections[0]
    mesh.update_scalarmappable()
    for text, fill in zip(axes.texts, mesh.get_facecolor(), strict=True):
        assert contrast(text.get_color(), tuple(fill)) >= 4.5


@pytest.mark.parametrize(
    "pair", [[[1.0, 0.5], [1.0, 0.52]], [[1.0, 0.5]] * 2, [[-1.0, 0.02], [-1.0, -0.02]]]
)
def test_names_of_arrows_that_point_nearly_the_same_way_do_not_meet(pair):
    axes = arrows(torch.tensor(pair), labels=["first", "second"])
    axes.figure.canvas.draw()
    first, second = (text.get_window_extent() for text in axes.texts)
    assert not first.overlaps(second)


def test_a_value_that_is_not_finite_leaves_a_gap_and_large_integers_their_digits():
    y = torch.tensor([torch.inf, 2.0, torch.nan])
    (line,) = curves(X, {"y": y}, xlabel="x", ylabel="y").lines
    assert [value == value for value in line.get_ydata()] == [False, True, False]
    large = torch.tensor([2**24 + 1, 2**24 + 3])
    (line,) = curves(large, {"y": large}, xlabel="x", ylabel="y").lines
    assert list(line.get_xdata()) == large.tolist()


@pytest.mark.parametrize("length", [1, 8, 19, 30])
def test_a_legend_is_no_wider_than_the_figure_and_covers_no_line(length: int):
    ys = {letter * length: X for letter in "abcdef"}
    axes = curves(X, ys, xlabel="x", ylabel="y", colours=["query"] + [None] * 5)
    axes.figure.canvas.draw()
    box = axes.get_legend().get_window_extent()
    assert box.x1 <= axes.figure.bbox.x1
    assert box.y0 >= axes.get_window_extent().y1


def lit(axes) -> list[list[str]]:
    """What is written on a tint, in each of two columns."""
    tints = [p for p in axes.patches if p.get_alpha() == 0.25]
    texts = [(t.get_text(), *t.get_position()) for t in axes.texts]
    on = [
        (name, int(x))
        for name, x, y in texts
        if any(
            t.get_x() < x < t.get_x() + t.get_width()
            and t.get_y() < y < t.get_y() + t.get_height()
            for t in tints
        )
    ]
    return [[name for name, x in on if x == column] for column in (0, 1)]


def test_of_two_models_what_only_one_has_is_lit_and_a_second_kind_shows_what_differs():
    axes = draw_models(ONE, OTHER, names=("one", "other"))
    assert lit(axes) == [
        ["embeddings: as they", "are", "cache: 8 a token"],
        ["embeddings: times 12", "8 heads", "gate: of each", "experts: 2 of 8"],
    ]
    texts = [t.get_text() for t in axes.texts]
    assert texts.count("B: 1 layer, as A but") == 1
    assert texts.count("no gate") == 1
    assert texts.count("RMSNorm before") == 2
    assert texts.count("A") + texts.count("B") == 4  # the strips
    assert lit(draw_models(OTHER, OTHER, names=("one", "other"))) == [[], []]


@pytest.mark.parametrize("letters", ["AAAB" * 12, "AAAAAB" * 10 + "AA", "A" + "B" * 60])
def test_a_strip_of_letters_has_lines_of_whole_periods(letters: str):
    axes = draw_models(ONE._replace(letters=letters), ONE, names=("one", "other"))
    strip = [
        t for t in axes.texts if t.get_text() in ("A", "B") and t.get_position()[0] < 1
    ]
    lines: dict[float, str] = {}
    for text in strip:
        y = text.get_position()[1]
        lines[y] = lines.get(y, "") + text.get_text()
    assert "".join(lines.values()) == letters
    first = next(iter(lines.values()))
    assert len(first) == {"AAAB": 20, "AAAA": 18, "ABBB": 20}[letters[:4]]
