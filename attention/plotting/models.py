"""Two models side by side, part by part: what only one of them has is lit."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.textpath import TextPath

from attention.gallery.facts import Description
from attention.plotting.colours import COLOURS, WIDTH

# The facts of a layer in four boxes; those that are named nowhere are of attention.
BOXES = {
    "score": ("norms", "residual to part", "each part adds"),
    "value": (),
    "context": ("feed-forward", "experts", "router", "shared expert"),
    "key": ("cache",),
}
FIRST = ("layers", "width", "vocabulary", "embeddings")
BARE = ("norms", "attention", "positions", "feed-forward")  # told without their names
PLAIN = "as they are"  # said only where the other model has something else
LIT = "#997700"  # none of the site's quantities has it
GREY = "#888888"
LETTERS = 20  # of a strip, in a line
WIDEST = 0.44 * WIDTH * 72  # points, of a line in a column
LINE = 0.2  # inches


class Fact(NamedTuple):
    """A fact of one of two models.

    Attributes:
        lines: What is written of it.
        lit: Whether the other model has it nowhere.
    """

    lines: list[str]
    lit: bool = False


Rows = dict[str, tuple[Fact | None, Fact | None]]


def draw_models(
    left: Description,
    right: Description,
    *,
    names: tuple[str, str],
    ax: Axes | None = None,
) -> Axes:
    """Draw two models as columns of their parts, from the words to the logits.

    A fact of a layer is lit, by a bar and a tint, if no layer of the other model has
    it; a fact of the whole model, if the other model's is another. A second kind of
    layers shows only what its first kind has otherwise. Below are the letters of all
    layers, in lines of whole periods if the letters have one.

    Args:
        left: What `attention.gallery.describe` says of a model, perhaps the older one.
        right: What it says of another.
        names: What the two are called.
        ax: Where to draw; by default a new figure, 4.2 inches wide.

    Returns:
        The Axes that it drew on.
    """
    models = (left, right)
    boxes = list(_boxes(models))
    strips = [_strip(each.letters) for each in models]
    tall = 1.5 + sum(map(_height, boxes)) + max(map(len, strips)) + 0.5
    if ax is None:
        ax = plt.figure(figsize=(WIDTH, LINE * tall)).add_axes((0, 0, 1, 1))
    for column, name in enumerate(names):
        ax.text(column + 0.02, -0.4, name, va="center", fontsize=12, weight="bold")
    top = 1.5
    for colour, rows in boxes:
        _draw_box(ax, top, colour, rows)
        top += _height((colour, rows))
    for column, strip in enumerate(strips):
        _draw_strip(ax, column, top + 0.4, strip)
    ax.set(xlim=(-0.01, 2.01), ylim=(-tall, 0.3))
    ax.set_axis_off()
    return ax


def _boxes(models: tuple[Description, Description]) -> Iterator[tuple[str, Rows]]:
    """Yield the colour and the rows of each box, from the top down."""
    wholes = [each.whole for each in models]
    last = [name for name in wholes[0] if name not in FIRST]
    yield GREY, _rows(wholes, FIRST, [wholes[1:], wholes[:1]])
    for letter in sorted(set().union(*(each.layers for each in models))):
        shown = [_shown(each, letter) for each in models]
        yield "", {"": (_title(models[0], letter), _title(models[1], letter))}
        others = [list(each.layers.values()) for each in models[::-1]]
        every = (facts for each in models for facts in each.layers.values())
        known = dict.fromkeys(name for facts in every for name in facts)
        names = [name for name in known if any(name in facts for facts in shown)]
        named = {name for box in BOXES.values() for name in box}
        for colour, box in BOXES.items():
            kept = [n for n in names if n in box or (not box and n not in named)]
            if kept:
                yield COLOURS[colour], _rows(shown, kept, others)
    yield GREY, _rows(wholes, last, [wholes[1:], wholes[:1]])


def _shown(model: Description, letter: str) -> Mapping[str, str]:
    """Return the facts of a kind of layers that the first kind has otherwise."""
    first, facts = model.layers["A"], model.layers.get(letter, {})
    if letter == "A" or not facts:
        return facts
    names = dict.fromkeys([*facts, *first])
    both = {name: facts.get(name, "none") for name in names}
    return {name: v for name, v in both.items() if first.get(name, "none") != v}


def _title(model: Description, letter: str) -> Fact | None:
    """Return the line above the boxes of a kind of layers."""
    if letter not in model.layers:
        return None
    number = model.letters.count(letter)
    title = f"{letter}: {number} layer{'s' if number > 1 else ''}"
    return Fact([title if letter == "A" else f"{title}, as A but"])


def _rows(
    shown: list[Mapping[str, str]],
    names: list[str] | tuple[str, ...],
    others: list[list[Mapping[str, str]]],
) -> Rows:
    """Return the facts of two columns by their names."""
    rows = {}
    for name in names:
        if any(facts.get(name, PLAIN) != PLAIN for facts in shown):
            first, second = (
                _fact(name, facts, other)
                for facts, other in zip(shown, others, strict=True)
            )
            rows[name] = first, second
    return rows


def _fact(
    name: str, facts: Mapping[str, str], others: list[Mapping[str, str]]
) -> Fact | None:
    """Return a fact, and whether it is in none of others."""
    if name not in facts:
        return None
    lit = facts[name] not in [each.get(name, "none") for each in others]
    return Fact(_written(name, facts[name]), lit)


def _written(name: str, value: str) -> list[str]:
    """Return a fact in lines, which end after a comma where they can."""
    if value == "none":
        text = f"no {name}"
    elif name in BARE:
        text = value
    else:
        text = f"{name} {value}" if name.endswith(" to") else f"{name}: {value}"
    lines = [""]
    for piece in text.replace(", ", ",\n").split("\n"):
        if not _fits(f"{lines[-1]} {piece}"):
            lines.append("")
        for word in piece.split():
            if _fits(f"{lines[-1]} {word}"):
                lines[-1] = f"{lines[-1]} {word}".strip()
            else:
                lines.append(word)
    return [line for line in lines if line]


def _fits(line: str) -> bool:
    """Return whether a line is at most as wide as a column has room."""
    width = TextPath((0, 0), line.strip(), size=11).get_extents().width
    return bool(width <= WIDEST)


def _height(box: tuple[str, Rows]) -> float:
    """Return the height of a box in lines, with the gap below it."""
    return 0.7 + sum(map(_lines, box[1].values()))


def _lines(pair: tuple[Fact | None, Fact | None]) -> int:
    """Return how many lines the longer one of two facts has."""
    return max(len(fact.lines) for fact in pair if fact)


def _draw_box(ax: Axes, top: float, colour: str, rows: Rows) -> None:
    for column in (0, 1):
        facts = [pair[column] for pair in rows.values()]
        if not any(facts):
            continue
        if colour:
            size = 0.96, _height((colour, rows)) - 0.3
            at = column + 0.02, -top - size[1]
            ax.add_patch(Rectangle(at, *size, fill=False, edgecolor=colour))
        down = top + 0.2
        for pair, fact in zip(rows.values(), facts, strict=True):
            tall = len(fact.lines) if fact else 0
            if fact and fact.lit:
                for wide, alpha in ((0.94, 0.25), (0.02, 1.0)):
                    at = column + 0.03, -down - tall + 0.05
                    size = wide, tall - 0.1
                    tint = Rectangle(at, *size, facecolor=LIT, alpha=alpha)
                    ax.add_patch(tint)
            for number, line in enumerate(fact.lines if fact else []):
                ax.text(
                    column + 0.07,
                    -down - number - 0.5,
                    line,
                    va="center",
                    fontsize=11,
                )
            down += _lines(pair)


def _strip(letters: str) -> list[str]:
    """Return letters in lines, each of whole periods if there is a short one."""
    sizes = range(1, LETTERS + 1)
    period = next((n for n in sizes if letters[n:] == letters[:-n]), LETTERS)
    wide = LETTERS // period * period
    return [letters[i : i + wide] for i in range(0, len(letters), wide)]


def _draw_strip(ax: Axes, column: int, top: float, strip: list[str]) -> None:
    cell = 0.96 / LETTERS
    ink = mpl.rcParams["text.color"]
    for row, letters in enumerate(strip):
        for place, letter in enumerate(letters):
            at = column + 0.02 + place * cell, -top - row - 0.9
            alpha = min(0.2 * (ord(letter) - ord("A")), 0.6)
            ax.add_patch(
                Rectangle(at, cell, 0.9, facecolor=GREY, alpha=alpha, linewidth=0)
            )
            middle = at[0] + cell / 2, at[1] + 0.42
            ax.text(*middle, letter, ha="center", va="center", fontsize=11, color=ink)
