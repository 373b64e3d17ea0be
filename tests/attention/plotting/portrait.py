"""A drawing in words: all that a helper decides, down to sizes, places and strokes.

    python -m tests.attention.plotting.portrait  writes the portraits anew

Look at the drawings before you accept another portrait: nothing else does.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from attention import arrows, curves, cuts, heatmap

FOLDER = Path(__file__).parent / "portraits"
INF = float("inf")


def _curves(x: torch.Tensor, lines: int, **settings: Any) -> Axes:
    ys = {f"line {i}": (x + i) ** (i % 3 + 1) for i in range(lines)}
    return curves(x, ys, xlabel="steps", ylabel="loss", **settings)


SITTERS: dict[str, Callable[[], Axes]] = {
    "cuts": lambda: cuts({"4 pieces": ["O", "ne", " ", "step"], "2": ["a", None, "b"]}),
    "heatmap": lambda: heatmap(
        torch.tensor([[0.0, 0.5, -INF], [1.0, 0.25, 0.75]]),
        rows=["a", "b"],
        columns=["first", "second", ""],
        outline=torch.tensor([[True, False, False], [False, False, True]]),
    ),
    "heatmap-grey-alike": lambda: heatmap(
        torch.full((1, 2), 3), rows=[""], columns=["a", "b"], colour=None, decimals=0
    ),
    "heatmap-without-numbers": lambda: heatmap(
        torch.arange(12.0).reshape(3, 4),
        rows=["a", "", ""],
        columns=["a", "", "", "d"],
        colour="score",
        decimals=None,
    ),
    "arrows": lambda: arrows(
        torch.tensor([[3, 1], [3, 2], [-2, 1], [0, -3], [0, 0], [-1, -1]]),
        labels=["a", "b", "c", "d", "zero", "e"],
    ),
    "arrows-flat-colours": lambda: arrows(
        torch.tensor([[4.0, 0.1], [-4.0, 0.3]]),
        labels=["q", "k"],
        colours=["query", "key"],
    ),
    "arrows-tall": lambda: arrows(torch.tensor([[0.5, 9.0]]), labels=["up"]),
    "arrows-no-length": lambda: arrows(torch.zeros(1, 2), labels=["nothing"]),
    "curves": lambda: _curves(torch.tensor([1.0, 2.0, 5.0]), 6),
    "curves-integers-colours": lambda: _curves(
        torch.arange(1, 18), 2, colours=["query", None]
    ),
    "curves-log-short": lambda: _curves(
        torch.tensor([1.0, 10.0, 200.0]), 1, logx=True, logy=True
    ),
    "curves-log-long": lambda: _curves(
        torch.tensor([1.0, 100.0, 1000.0]), 3, logx=True
    ),
}


def portrait(name: str) -> str:
    """The sitter, drawn and described, one line for each thing."""
    with mpl.rc_context():
        mpl.rcdefaults()
        plt.switch_backend("agg")
        axes = SITTERS[name]()
        axes.figure.canvas.draw()  # places ticks, and gives them their labels
        lines = [*_figure(axes), *_frame(axes)]
        for axis in (axes.xaxis, axes.yaxis):
            lines += _axis(axis)
        lines += map(_line, axes.lines)
        lines += map(_text, axes.texts)
        lines += map(_patch, axes.patches)
        lines += map(_mesh, axes.collections)
        lines += _legend(axes)
        plt.close("all")
    return "\n".join(lines) + "\n"


def _say(kind: str, **parts: Any) -> str:
    return f"{kind}: " + ", ".join(f"{k}={_round(v)}" for k, v in parts.items())


def _round(value: Any) -> Any:
    if isinstance(value, str) or value is None:
        return value
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return "(" + " ".join(str(_round(part)) for part in value) + ")"
    return f"{value:.5g}" if isinstance(value, float) else value


def _figure(axes: Axes) -> Iterator[str]:
    figure: Any = axes.figure
    yield _say(
        "figure",
        inches=figure.get_size_inches(),
        layout=type(figure.get_layout_engine()).__name__,
    )


def _frame(axes: Axes) -> Iterator[str]:
    yield _say(
        "axes",
        x=axes.get_xlim(),
        y=axes.get_ylim(),
        scales=(axes.get_xscale(), axes.get_yscale()),
        aspect=axes.get_aspect(),
        on=axes.axison,
        frame=axes.get_frame_on(),
        spines=sorted(k for k, spine in axes.spines.items() if spine.get_visible()),
    )


def _axis(axis: Any) -> Iterator[str]:
    label, tick = axis.label, axis.get_major_ticks()[0]
    line = tick.gridline
    yield _say(
        axis.axis_name,
        label=label.get_text(),
        size=label.get_fontsize(),
        side=axis.get_label_position(),
        ticks=axis.get_ticks_position(),
        length=tick.tick1line.get_markersize(),
        minor=len([t for t in axis.get_minorticklabels() if t.get_text()]),
    )
    if line.get_visible():
        yield _say(
            "grid",
            colour=line.get_color(),
            alpha=line.get_alpha(),
            width=line.get_linewidth(),
        )
    for place, text in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True):
        yield _say("tick", at=place) + "; " + _text(text, placed=False)


def _line(line: Any) -> str:
    marker = line.get_marker()
    if not isinstance(marker, str):
        style = line._marker  # its path, turned
        marker = style.get_path().transformed(style.get_transform()).vertices
    return _say(
        "line",
        label=line.get_label(),
        x=list(map(float, line.get_xdata())),
        y=list(map(float, line.get_ydata())),
        colour=to_hex(line.get_color()),
        dashes=line._unscaled_dash_pattern,
        width=line.get_linewidth(),
        marker=marker,
        size=line.get_markersize(),
        edge=line.get_markeredgewidth(),
        fill=line.get_fillstyle(),
        every=line.get_markevery(),
        order=line.get_zorder(),
    )


def _text(text: Any, placed: bool = True) -> str:
    parts = {"at": list(map(float, text.get_position()))} if placed else {}
    if hasattr(text, "anncoords"):
        parts |= {"of": list(map(float, text.xy)), "in": text.anncoords}
    return _say(
        f"text {text.get_text()!r}",
        **parts,
        align=(text.get_ha(), text.get_va()),
        size=text.get_fontsize(),
        family=text.get_fontfamily(),
        colour=to_hex(text.get_color()),
        turned=(text.get_rotation(), text.get_rotation_mode()),
    )


def _patch(patch: Any) -> str:
    return _say(
        "box",
        at=patch.get_xy(),
        size=(patch.get_width(), patch.get_height()),
        fill=patch.get_fill(),
        edge=to_hex(patch.get_edgecolor()),
        width=patch.get_linewidth(),
    )


def _mesh(mesh: Any) -> str:
    return _say(
        "cells",
        values=mesh.get_array().filled(float("nan")),
        from_to=mesh.get_clim(),
        colours=[to_hex(mesh.get_cmap()(share)) for share in (0.0, 0.5, 1.0)],
        edges=[to_hex(colour) for colour in mesh.get_edgecolor()[:2]],
        width=mesh.get_linewidth(),
    )


def _legend(axes: Axes) -> Iterator[str]:
    legend: Any = axes.get_legend()
    if legend is not None:
        anchor = legend.get_bbox_to_anchor().transformed(axes.transAxes.inverted())
        yield _say(
            "legend",
            names=[text.get_text() for text in legend.get_texts()],
            place=legend._loc,
            anchor=[round(float(part), 3) for part in (anchor.x0, anchor.y0)],
            columns=legend._ncols,
            frame=legend.get_frame_on(),
            size=legend.get_texts()[0].get_fontsize(),
            handle=legend.handlelength,
            between=legend.columnspacing,
            pad=legend.borderaxespad,
        )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in SITTERS:
        (FOLDER / f"{name}.txt").write_text(portrait(name), encoding="utf-8")


if __name__ == "__main__":
    main()
