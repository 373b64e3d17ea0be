"""Markdown extension: shows matrices that a block printed as heatmaps.

The fence of an output says what its first matrices hold, and how their rows and columns
are called. Without ``columns``, a square matrix has the names of its rows there, too;
what has no names is counted::

    ```text heatmap="weights" rows="your, journey, starts"
    --8<-- "part/page/idea.out"
    ```

The text stays in the page. A reader sees it who closes the heatmap, which stands before
it, who has no scripts, or who prints the page.
"""

import math
import re
from collections.abc import Callable
from html import escape

from markdown.preprocessors import Preprocessor

from publish.markdown import extension
from publish.page_model import PageError

OUTPUT = re.compile(
    r'^(?P<indent> *)(?P<opening>(?P<ticks>`{3,})[^\n]*?) heatmap="(?P<kinds>[^"\n]+)"'
    r'(?: rows="(?P<rows>[^"\n]+)")?(?: columns="(?P<columns>[^"\n]+)")?'
    r"(?P<fenced>[^\n]*\n(?P<text>.*?)^(?P=indent)(?P=ticks))$",
    re.MULTILINE | re.DOTALL,
)
MATRIX = re.compile(r"tensor\(\[(\[[^][()]*\](?:,\s*\[[^][()]*\])*)\][^()]*\)")
ROW = re.compile(r"\[([^]]*)\]")


class ShowHeatmaps(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return OUTPUT.sub(self.with_heatmap, "\n".join(lines)).split("\n")

    def with_heatmap(self, output: re.Match[str]) -> str:
        names = output["rows"] or "", output["columns"] or ""
        made = self.md.htmlStash.store(
            rendered(output["text"], output["kinds"], *names)
        )
        indent = output["indent"]
        return f"{indent}{made}\n\n{indent}{output['opening']}{output['fenced']}"


def rendered(text: str, kinds: str, rows: str = "", columns: str = "") -> str:
    """What a block printed, its first matrices as tables."""
    made = (
        '<details class="heatmap" data-search-exclude open><summary>Heatmap</summary>'
    )
    for kind in kinds.split(", "):
        matrix = MATRIX.search(text)
        if not matrix:
            raise PageError(f"no matrix is printed for the heatmap of {kind}")
        values = [
            [number.strip() for number in row.split(",")]
            for row in ROW.findall(matrix[1])
        ]
        made += _text(text[: matrix.start()]) + _table(values, kind, rows, columns)
        text = text[matrix.end() :]
    return f"{made}{_text(text)}</details>"


def _text(printed: str) -> str:
    return f"<p>{escape(printed.strip())}</p>" if printed.strip() else ""


def _table(values: list[list[str]], kind: str, rows: str, columns: str) -> str:
    height, width = len(values), len(values[0])
    across = _names(columns or (rows if height == width else ""), width)
    down, cell = _names(rows, height), _shading(values, kind)
    head = "".join(f'<th scope="col">{name}</th>' for name in across)
    body = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(map(cell, row))}</tr>'
        for name, row in zip(down, values, strict=True)
    )
    return (
        f'<div class="wide"><table class="matrix" data-kind="{escape(kind)}">'
        f"<caption>{height} × {width} {escape(kind)}</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        '<p class="chosen"></p>'
    )


def _names(given: str, number: int) -> list[str]:
    names = escape(given).split(", ") if given else [f"[{at}]" for at in range(number)]
    if len(names) != number:
        raise PageError(
            f"a heatmap has {number} rows or columns, not those of {given!r}"
        )
    return names


def _shading(values: list[list[str]], kind: str) -> Callable[[str], str]:
    """Makes cells: the larger a number, the more colour. Weights go from 0 to 1."""
    numbers = [float(text) for row in values for text in row]
    finite = [number for number in numbers if math.isfinite(number)]
    low, high = (0.0, 1.0) if kind == "weights" else (min(finite), max(finite))

    def cell(text: str) -> str:
        share = (float(text) - low) / (high - low or 1.0)
        heat = f' style="--heat: {share:.0%}"' if math.isfinite(share) else ""
        return f"<td{heat}>{text}</td>"

    return cell


# After the files are included (`snippet`, 32), before fences are blocks (25).
makeExtension = extension(("preprocessors", ShowHeatmaps, "publish-heatmaps", 28))
