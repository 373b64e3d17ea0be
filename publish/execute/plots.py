"""Figures: the drawn data, which is compared, and an SVG, which is shown."""

import io
import re
from collections.abc import Iterator
from typing import Any

COLOUR = re.compile("#[0-9a-f]{8}")

# Drawn in this colour, text and axes take the page's: an SVG used as an image
# follows the scheme through the style sheet that is put into it.
MARKER = "#010203"
STYLE = (
    "<style>:root{color:#222}"
    "@media(prefers-color-scheme:dark){:root{color:#ddd}}</style>"
)


def to_svg(figure: Any) -> str:
    """The figure as an SVG that follows light and dark; same figure, same bytes."""
    import matplotlib as mpl

    _recolour(figure)
    buffer = io.StringIO()
    # Without a salt and a date the bytes would differ from run to run.
    with mpl.rc_context({"svg.hashsalt": "attention", "svg.fonttype": "path"}):
        figure.savefig(
            buffer,
            format="svg",
            transparent=True,
            bbox_inches="tight",
            metadata={"Date": None},
        )
    svg = buffer.getvalue().replace(MARKER, "currentColor")
    head, end, body = svg.partition("<defs>")
    return head + STYLE + "\n  " + end + body


def _recolour(figure: Any) -> None:
    """Puts the marker colour wherever the default foreground, black, was drawn."""
    from matplotlib.colors import to_rgba

    for artist in figure.findobj():
        for part in ("color", "edgecolor", "markeredgecolor", "markerfacecolor"):
            getter = getattr(artist, f"get_{part}", None)
            if getter is None or getattr(artist, "get_gid", str)() == "fixed":
                continue
            try:
                red, green, blue, alpha = to_rgba(getter())
            except (ValueError, TypeError):
                continue  # several colours at once: chosen by the snippet
            if red == green == blue == 0 and alpha > 0:
                getattr(artist, f"set_{part}")(to_rgba(MARKER, alpha))


def describe(figure: Any) -> dict[str, Any]:
    """What the figure shows: labels, texts, and the arrays that were drawn."""
    described = {
        "inches": _array(figure.get_size_inches()),
        "axes": [_axes(axes) for axes in figure.axes],
    }
    if figure.texts:  # its title, the labels of its sides
        described["texts"] = [text.get_text() for text in figure.texts]
    return described


def _axes(axes: Any) -> dict[str, Any]:
    beside = [axes.get_title(loc=side) for side in ("left", "right")]
    within = [_axes(inner) for inner in axes.child_axes]  # the scale of a heatmap
    return {
        "title": axes.get_title(),
        **({"titles beside": beside} if any(beside) else {}),
        "xlabel": axes.get_xlabel(),
        "ylabel": axes.get_ylabel(),
        "xlim": _array(axes.get_xlim()),
        "ylim": _array(axes.get_ylim()),
        "xticks": [label.get_text() for label in axes.get_xticklabels()],
        "yticks": [label.get_text() for label in axes.get_yticklabels()],
        "legend": [t.get_text() for t in axes.get_legend().get_texts()]
        if axes.get_legend()
        else [],
        "texts": [
            {
                "text": text.get_text(),
                "at": _array(text.get_position()),
                "colour": _colour(text.get_color()),
            }
            for text in axes.texts
        ],
        "lines": [
            {
                "label": str(line.get_label()),
                "x": _array(line.get_xdata()),
                "y": _array(line.get_ydata()),
                "colour": _colour(line.get_color()),
            }
            for line in axes.lines
        ],
        "collections": [_collection(item) for item in axes.collections],
        "patches": [_patch(patch) for patch in axes.patches],
        "images": [_array(image.get_array()) for image in axes.images],
        **({"within": within} if within else {}),
    }


def _patch(patch: Any) -> dict[str, Any]:
    path = patch.get_path().transformed(patch.get_patch_transform())
    return {
        "vertices": _array(path.vertices),
        "colour": _colour(patch.get_facecolor()),
        "edge": _colour(patch.get_edgecolor()),
    }


def _collection(item: Any) -> dict[str, Any]:
    values = item.get_array()
    return {
        "values": None if values is None else _array(values),
        "colours": [_colour(colour) for colour in item.get_facecolor()],
        "offsets": _array(item.get_offsets()),
        "paths": [_array(path.vertices) for path in item.get_paths()][:64],
    }


def _colour(colour: Any) -> str:
    from matplotlib.colors import to_hex

    return to_hex(colour, keep_alpha=True)


def _array(values: Any) -> Any:
    """Nested lists of numbers, with six digits: more than the comparison needs."""
    import numpy as np

    array = np.asarray(values)
    if array.dtype.kind not in "fiub":
        return [str(value) for value in array.ravel()]
    if array.dtype.kind == "f":
        array = np.array([float(f"{v:.7g}") for v in array.ravel()]).reshape(
            array.shape
        )
    return array.tolist()


def differences(stored: Any, drawn: Any) -> list[str]:
    """Where two descriptions differ: numbers by more than 1e-4 of the scale.

    Of a colour, each channel may differ by one of its 255 steps, as rounding leaves it.
    """
    return [
        f"{where}: {b!r}, stored {a!r}"
        for where, a, b in _pairs(stored, drawn, "figure")
        if not (a == b or _near(a, b) or _same_colour(a, b))
    ]


def largest(stored: Any, drawn: Any) -> float:
    """The largest deviation of a number; 1 is as much as `differences` lets pass.

    Meant for descriptions between which it finds nothing.
    """
    pairs = _pairs(stored, drawn, "figure")
    return max((_apart(a, b) for _, a, b in pairs if isinstance(a, float)), default=0.0)


def _pairs(stored: Any, drawn: Any, where: str) -> Iterator[tuple[str, Any, Any]]:
    """What is to be equal, place by place; whole parts that are not built alike."""
    if isinstance(stored, dict) and isinstance(drawn, dict):
        if stored.keys() == drawn.keys():
            for key in stored:
                yield from _pairs(stored[key], drawn[key], f"{where}.{key}")
        else:
            yield where, str(sorted(stored)), str(sorted(drawn))
    elif isinstance(stored, list) and isinstance(drawn, list):
        if len(stored) == len(drawn):
            for number, (a, b) in enumerate(zip(stored, drawn, strict=True)):
                yield from _pairs(a, b, f"{where}[{number}]")
        else:
            yield where, f"{len(stored)} items", f"{len(drawn)} items"
    else:
        yield where, stored, drawn


def _near(a: Any, b: Any) -> bool:
    numbers = isinstance(a, int | float) and isinstance(b, int | float)
    return numbers and float in (type(a), type(b)) and _apart(a, b) <= 1


def _same_colour(a: Any, b: Any) -> bool:
    if not all(isinstance(one, str) and COLOUR.fullmatch(one) for one in (a, b)):
        return False
    channels = zip(bytes.fromhex(a[1:]), bytes.fromhex(b[1:]), strict=True)
    return all(abs(x - y) <= 1 for x, y in channels)


def _apart(a: float, b: float) -> float:
    """How far two numbers are apart, where 1 is as far as they may be."""
    if a == b or (a != a and b != b):
        return 0.0
    # 1e-7 below: what float32 leaves of a zero that was computed.
    return abs(a - b) / (1e-4 * max(abs(a), abs(b)) + 1e-7)
