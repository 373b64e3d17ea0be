"""What one cell of a printed matrix was made of, as the trace of its block knows it.

A recipe says the numbers as texts, as `entries` stores them, and computes its
value from these texts: what a reader is told is what was checked.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # torch is imported when a block is run, not before
    from publish.cells.origins import Operand, Origins, Step

Slots = dict[tuple[Any, ...], str]


@dataclass
class Recipe:
    """What one cell was made of, with numbers as texts.

    ``slots`` are those that its row and its column bring with them.
    """

    kind: str
    value: float
    slots: Callable[[int, int], Slots]
    names: tuple[str | None, ...] = ()
    inner: tuple[str, ...] = ()  # the words of its terms

    def like(self, other: "Recipe") -> bool:
        ours = self.kind, self.names, self.inner
        return ours == (other.kind, other.names, other.inner)


def recipe(number: int, origins: "Origins") -> Recipe | None:
    """What the cell that has this number was made of; None if that is not known."""
    step = origins.step(number)
    place = number - step.first
    if step.kind == "fill":
        return _fill(step)
    if step.kind == "product":
        return _product(place, step, origins)
    if step.kind == "softmax":
        return _softmax(place, step, origins) if step.operands else None
    return _pair(place, step, origins) if step.kind else None


def _fill(step: "Step") -> Recipe:
    return Recipe("fill", step.value, lambda *_: {("value",): _number(step.value)})


def _product(place: int, step: "Step", origins: "Origins") -> Recipe:
    *bias, left, right = step.operands
    a, b = _matrix(left), _matrix(right, column=True)
    height, width = a[0].shape[1], b[0].shape[2]
    block, row, column = (
        place // width // height,
        place // width % height,
        place % width,
    )
    ours, theirs = a[0][block, row].tolist(), b[0][block, :, column].tolist()
    added = bias[0].values.expand(width)[column].item() if bias else 0.0
    texts = _line(ours), _line(theirs), _number(added)

    def slots(row: int, column: int) -> Slots:
        mine = {("left", row): texts[0], ("right", column): texts[1]}
        return mine | ({("bias", column): texts[2]} if bias else {})

    terms = zip(read(texts[0]), read(texts[1]), strict=True)
    value = sum((x * y for x, y in terms), float(texts[2]))
    names = origins.name(a[1][block]), origins.name(b[1][block])
    inner = _inner(b[1][block, :, column], origins)
    return Recipe("product", value, slots, names, inner)


def _matrix(operand: "Operand", column: bool = False) -> tuple[Any, Any]:
    """Values and numbers as a batch of matrices; a vector is a row, or a column."""
    values, ids = operand.values, operand.ids
    if values.dim() == 1:
        values, ids = (x[:, None] if column else x[None] for x in (values, ids))
    shape = (-1, *values.shape[-2:])
    return values.reshape(shape), ids.reshape(shape)


def _softmax(place: int, step: "Step", origins: "Origins") -> Recipe:
    scores = step.operands[0]
    values, ids = (x.reshape(-1, x.shape[-1]) for x in (scores.values, scores.ids))
    row, at = divmod(place, values.shape[-1])
    line, inner = _line(values[row].tolist()), _inner(ids[row], origins)

    def slots(row: int, column: int) -> Slots:
        return {("of", row): line, ("at", column): str(at)}

    return Recipe("softmax", share(line, at), slots, (origins.name(scores.ids),), inner)


def _inner(ids: Any, origins: "Origins") -> tuple[str, ...]:
    """The words of the terms of a sum, if each has one of its own."""
    for words in origins.words(ids)[::-1]:
        found = words.tolist()
        if all(found) and len(set(found)) == len(found) > 1:
            return tuple(str(origins.vocabulary[word]) for word in found)
    return ()


def share(line: str, at: int) -> float:
    """A softmax of scores, of any size."""
    scores = read(line)
    powers = [math.exp(score - max(scores)) for score in scores]
    return powers[at] / sum(powers)


def _pair(place: int, step: "Step", origins: "Origins") -> Recipe:
    import torch

    shape = torch.broadcast_shapes(*(one.values.shape for one in step.operands))
    values = [one.values.expand(shape).reshape(-1)[place] for one in step.operands]
    left, right = (_number(value.item()) for value in values)

    def slots(row: int, column: int) -> Slots:
        return {("left", row, column): left, ("right", row, column): right}

    names = [origins.name(one.ids) for one in step.operands]
    value = calculate(step.kind or "", float(left), float(right))
    return Recipe(step.kind or "", value, slots, tuple(names))


def calculate(sign: str, left: float, right: float) -> float:
    """One step with two numbers, as float does it: 1 / 0 is infinite."""
    if sign == "/":
        with_zero = math.nan if left == 0 else left * math.inf
        return left / right if right else with_zero
    if sign == "×":
        return left * right
    return left + right if sign == "+" else left - right


def _line(values: list[float]) -> str:
    return " ".join(map(_number, values))


def read(line: str) -> list[float]:
    """The numbers of a line of texts, as they are stored."""
    return [float(text) for text in line.split()]


def _number(value: float) -> str:
    """Six decimals, and none of the digits that float32 does not have."""
    if not math.isfinite(value):
        return str(value)
    large = max(0, math.floor(math.log10(abs(value)))) if value else 0
    text = f"{value:.{max(0, 6 - large)}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
