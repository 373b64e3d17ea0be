"""Figures of any numbers: drawn as they are, or refused."""

import math

import torch
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from attention import COLOURS, arrows, curves, cuts, heatmap
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.tensors import TYPES, floats, mostly, shapes, tensors

kinds = mostly(floats, st.sampled_from([t for t in TYPES if not t.is_complex]))
names = st.sampled_from([*COLOURS, "red", ""])


def axes() -> Axes:
    """Axes without a window: what pyplot would open stays open."""
    return Figure().subplots()


@st.composite
def matrices(draw: st.DrawFn, width: int | None = None) -> torch.Tensor:
    columns = st.integers(0, 4) if width is None else st.just(width)
    shape = draw(mostly(st.tuples(st.integers(0, 4), columns), shapes))
    return draw(tensors(shape, draw(kinds), wild=draw(st.booleans())))


@given(
    matrices(),
    st.integers(-1, 1),
    mostly(st.none(), names),
    mostly(st.none(), st.integers(-1, 3)),
    st.booleans(),
)
def test_a_heatmap_prints_each_number_in_its_cell(
    values: torch.Tensor,
    labels_more: int,
    colour: str | None,
    decimals: int | None,
    framed: bool,
):
    rows, columns = (*values.shape, 0, 0)[:2]
    wrong = set()
    if values.dim() != 2 or values.numel() == 0 or not values.isfinite().any():
        wrong.add("values")
    if labels_more and values.dim() == 2:
        wrong.add("columns")
    if colour is not None and colour not in COLOURS:
        wrong.add("colour")
    if decimals is not None and decimals < 0:
        wrong.add("decimals")
    answer = attempt(
        heatmap,
        values,
        rows=["r"] * rows,
        columns=["c"] * max(columns + labels_more, 0),
        colour=colour,
        decimals=decimals,
        outline=values > 0 if framed else None,
        ax=axes(),
    )
    if columns == 0 and labels_more < 0:
        wrong.discard("columns")
    if not refused(answer, wrong):
        printed = [text.get_text() for text in answer.texts]
        numbers = values.double().flatten().tolist()
        expected = [] if decimals is None else [f"{n:.{decimals}f}" for n in numbers]
        assert printed == expected
        assert len(answer.patches) == (int((values > 0).sum()) if framed else 0)


@given(matrices(width=2), st.integers(-1, 1), mostly(st.none(), st.lists(names)))
def test_arrows_end_at_their_vectors(
    vectors: torch.Tensor, labels_more: int, colours: list[str] | None
):
    wrong = set()
    number = len(vectors) if vectors.dim() else 0
    if (
        vectors.dim() != 2
        or number == 0
        or vectors.shape[1] != 2
        or not vectors.isfinite().all()
    ):
        wrong.add("vectors")
    if labels_more:
        wrong.add("labels")
    if colours is not None and (len(colours) != number or set(colours) - set(COLOURS)):
        wrong.add("colours")
    labels = [f"v{i}" for i in range(number + labels_more)]
    answer = attempt(arrows, vectors, labels=labels, colours=colours, ax=axes())
    if number == 0 and labels_more < 0:
        wrong.discard("labels")
    if not refused(answer, wrong):
        tips = [
            [float(line.get_xdata()[1]), float(line.get_ydata()[1])]
            for line in answer.lines
            if line.get_linewidth() == 2
        ]
        assert tips == vectors.double().tolist()
        assert [text.get_text() for text in answer.texts] == labels


@st.composite
def lines(draw: st.DrawFn) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    number = draw(st.integers(0, 5))
    usual = st.just((number,))
    wild = draw(st.booleans())
    x = draw(tensors(draw(mostly(usual, shapes)), draw(kinds), wild=wild))
    ys = draw(
        st.dictionaries(
            st.text("abc", min_size=1, max_size=2),
            mostly(usual, shapes).flatmap(
                lambda shape: tensors(shape, torch.float64, wild=wild)
            ),
            max_size=7,
        )
    )
    return x, ys


def too_large(numbers: torch.Tensor) -> bool:
    """For a logarithmic axis."""
    return any(1e100 < number < math.inf for number in numbers.double().flatten())


@given(lines(), mostly(st.just(False), st.just(True)), st.booleans(), st.data())
def test_curves_go_through_their_points(
    given: tuple[torch.Tensor, dict[str, torch.Tensor]],
    logx: bool,
    logy: bool,
    data: st.DataObject,
):
    x, ys = given
    if logy and data.draw(st.booleans()):
        ys = {name: y.abs() + 0.1 for name, y in ys.items()}
    colours = data.draw(mostly(st.none(), st.lists(st.none() | names, max_size=7)))
    wrong = set()
    if x.dim() != 1 or len(x) < 2 or not x.isfinite().all():
        wrong.add("x")
    if logx and ((x <= 0).any() or too_large(x)):
        wrong.add("x")
    if not 1 <= len(ys) <= 6:
        wrong.add("ys")
    for y in ys.values():
        if y.shape != x.shape or not y.isfinite().any():
            wrong.add("ys")
        if logy and ((y <= 0).any() or too_large(y)):
            wrong.add("ys")
    if colours is not None and len(colours) != len(ys):
        wrong.add("colours")
    if colours is not None and set(colours) - {None, *COLOURS}:
        wrong.add("colours")
    answer = attempt(
        curves,
        x,
        ys,
        xlabel="x",
        ylabel="y",
        colours=colours,
        ax=axes(),
        logx=logx,
        logy=logy,
    )
    if not refused(answer, wrong):
        assert [line.get_label() for line in answer.lines] == list(ys)
        for line, y in zip(answer.lines, ys.values(), strict=True):
            assert line.get_xdata().tolist() == x.double().tolist()
            drawn = zip(line.get_ydata().tolist(), y.tolist(), strict=True)
            assert all(
                got == number if math.isfinite(number) else math.isnan(got)
                for got, number in drawn
            )


piece = st.none() | st.text("ab 🙂\n", max_size=4)
rows_of_pieces = st.dictionaries(
    st.text("xyz", max_size=2), st.lists(piece, max_size=12), max_size=3
)


@given(rows_of_pieces)
def test_cuts_box_each_piece(rows: dict[str, list[str | None]]):
    wrong = set() if rows else {"rows"}
    for pieces in rows.values():
        if not any(pieces) or "" in pieces:
            wrong.add("rows")
        if sum(len(piece or " ") for piece in pieces) > 40:
            wrong.add("rows")
    answer = attempt(cuts, rows, ax=axes())
    if not refused(answer, wrong):
        boxes = [piece for pieces in rows.values() for piece in pieces if piece]
        assert len(answer.patches) == len(boxes)
        letters = sum(map(len, boxes))
        assert len(answer.texts) == letters + len(rows)
