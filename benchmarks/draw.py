"""The figures of a record, drawn by matplotlib and stored next to it."""

from collections.abc import Callable
from pathlib import Path
from statistics import median

import matplotlib as mpl
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from attention.plotting.curves import curves
from benchmarks.page import Entry
from publish.execute.figures import to_svg


def draw(folder: Path, record: Entry) -> None:
    """Stores the figures of a record."""
    mpl.use("agg")
    tables: dict[str, list[Entry]] = {}
    for entry in record["entries"]:
        tables.setdefault(entry["table"], []).append(entry)
    lengths, decoding = tables["lengths"], tables["decoding"]
    figures = {
        "time": _over(lengths, "seconds", lambda e: median(e["seconds"])),
        "memory": _over(lengths, "peak memory, MB", lambda e: e["bytes"] / 1e6),
        "decoding": _over(
            decoding, "tokens a second", lambda e: 1 / median(e["seconds"])
        ),
    }
    for name, axes in figures.items():
        path = folder / f"{record['device']}-{name}.svg"
        path.write_text(to_svg(axes.figure), encoding="utf-8")
    plt.close("all")


def _over(entries: list[Entry], ylabel: str, say: Callable[[Entry], float]) -> Axes:
    """A line for each form, over the number of tokens."""
    found = {(entry["form"], entry["tokens"]): say(entry) for entry in entries}
    tokens = list(dict.fromkeys(entry["tokens"] for entry in entries))
    lines = {
        form: torch.tensor([found.get((form, n), float("nan")) for n in tokens])
        for form in dict.fromkeys(entry["form"] for entry in entries)
    }
    labels = {"xlabel": "tokens", "ylabel": ylabel}
    axes = curves(torch.tensor(tokens), lines, **labels, logx=True, logy=True)
    axes.set_xticks(tokens, [f"{n:,}" for n in tokens])
    return axes
