"""What the records say, as HTML for the page *Benchmark*; nothing there is typed.

A time is the median of its rounds. A ratio is the median of the ratios within rounds,
with an interval that holds the true median with a probability of 0.95 or more, if the
rounds are independent and alike: it goes from one of the sorted ratios to its mirror
image, whatever their distribution.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import pairwise
from math import comb
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote

from publish.markdown.blocks import SIZE
from publish.records import sealed
from publish.snapshots.code_dependencies import Package

FOLDER = Path("evidence", "bench")
DEVICES = {"cpu": "CPU", "cuda": "GPU"}
MACHINE = ("device", "hardware", "system", "torch", "python", "date")
LAYER = "FusedMultiHeadAttention"
# Of the first form, how many times what the second needs it may need.
GOALS = (
    ("seconds", LAYER, "nn.MultiheadAttention(need_weights=False)", 1),
    ("seconds", LAYER, "SDPA", 1.05),
    ("bytes", LAYER, "SDPA", 1),
)
# Of a form, how many times what it needs for half the tokens it may need.
GROWTHS = (
    ("bytes", "tiled_attention", "tiled_attention", 2),
    ("seconds", "with a cache", "Decoding a token with a cache", 1.25),
)
A100 = {"forward": 1.15e-3, "forward and backward": 3.85e-3}  # seconds, at batch 8
A100_SOURCE = "SDPA on an A100: LLMs-from-scratch, ch03/02, mha-implementations"
ALT = {
    "time": "Time over the number of tokens on logarithmic axes: a line for each form.",
    "memory": "Peak memory over the number of tokens on logarithmic axes: a line for "
    "each form.",
    "decoding": "Tokens a second over the tokens so far on logarithmic axes: a line "
    "with a cache, and one without.",
}

Entry = dict[str, Any]
Ratio = tuple[float, float, float]
Columns = Mapping[str, Callable[[Entry], str]]


def read(root: Path) -> list[Entry]:
    """All records, the CPU's first; ValueError if one is not as its run wrote it."""
    records = []
    for device in DEVICES:
        path = root / FOLDER / f"{device}.json"
        if path.exists():
            record, whole = sealed.loads(path.read_text(encoding="utf-8"))
            records.append(record)
            if not whole:
                raise ValueError(
                    f"{FOLDER.as_posix()}/{device}.json is not as its run wrote it: "
                    "`make bench` writes it, and nobody else"
                )
    return records


def code(root: Path) -> str:
    """A hash of what is timed, with all that it reaches of the package."""
    text = (root / "benchmarks" / "cases.py").read_text(encoding="utf-8")
    return Package(root / "attention").digest(text)[:16]


def ratio(one: Entry, other: Entry, of: str = "seconds") -> Ratio:
    """How many times what the other needs: the median, and the ends of its interval."""
    if of == "bytes":
        return (one[of] / other[of],) * 3
    found = sorted(a / b for a, b in zip(one[of], other[of], strict=True))
    n = len(found)
    # The chance that the median is below the k + 1 smallest, or above the largest.
    chances = [sum(comb(n, i) for i in range(k + 1)) / 2 ** (n - 1) for k in range(n)]
    k = sum(chance <= 0.05 for chance in chances) - 1
    if k < 0:
        raise ValueError(f"an interval needs six rounds. Got {n}.")
    return median(found), found[k], found[-1 - k]


def tables(root: Path) -> dict[str, Callable[[], str]]:
    """The parts of the page by the names that markers call them by."""
    records = read(root)

    def each(part: Callable[[Path, Entry], str]) -> Callable[[], str]:
        def made() -> str:
            heads = [f"<h3>{DEVICES[r['device']]}</h3>" for r in records]
            shown = heads if len(records) > 1 else [""]
            parts = (part(root, record) for record in records)
            return "".join(a + b for a, b in zip(shown, parts, strict=False))

        return made

    parts = (goals, layers, lengths, decoding, states)
    found = {part.__name__: each(part) for part in parts}
    return {"machines": lambda: machines(root, records), **found}


def machines(root: Path, records: Iterable[Entry]) -> str:
    """Where and when it was measured."""
    rows = []
    for record in records:
        changed = "no" if record["code"] == code(root) else "yes"
        own = (record[key] for key in MACHINE[1:])
        took = f"{record['seconds']} s", str(len(record["entries"][0]["seconds"]))
        rows.append([DEVICES[record["device"]], *own, *took, changed])
    head = ["Device", "Hardware", "System", "torch", "Python", "Date", "Took", "Rounds"]
    return _table([*head, "Code changed since"], rows)


def goals(_: Path, record: Entry) -> str:
    """Each goal, with the case that is the furthest from it."""
    rows = []
    what = {"seconds": "time", "bytes": "peak memory"}
    for of, form, other, most in GOALS:
        found = [e for e in record["entries"] if e.get("dtype") == "float32"]
        pairs = zip(_of(found, form), _of(found, other), strict=True)
        cases = [
            (ratio(a, b, of), f"batch {a['batch']}, {a['pass']}") for a, b in pairs
        ]
        rows.append(_goal(f"{form}: {what[of]}, × {other}", most, cases))
    for of, form, name, most in GROWTHS:
        pairs = pairwise(_of(record["entries"], form))
        cases = [(ratio(b, a, of), f"{b['tokens']:,} tokens") for a, b in pairs]
        rows.append(_goal(f"{name}: {what[of]}, × half the tokens", most, cases))
    head = ["Goal", "At most", "Measured, at its worst", "Not excluded", "Confirmed"]
    return _table(head, rows)


def _goal(goal: str, most: float, cases: list[tuple[Ratio, str]]) -> list[str]:
    worst, where = max(cases)
    begin = sum(low <= most for (_, low, _), _ in cases)
    end = sum(high <= most for (_, _, high), _ in cases)
    counts = f"{begin} of {len(cases)}", f"{end} of {len(cases)}"
    return [goal, f"{most:g}", f"{_ratio(worst)}, {where}", *counts]


def layers(_: Path, record: Entry) -> str:
    """The forms of a layer: time, its ratio to SDPA's, and memory."""
    entries = [e for e in record["entries"] if e["table"] == "layers"]
    parts = []
    for about in dict.fromkeys((e["dtype"], e["batch"]) for e in entries):
        here = [dict(e) for e in entries if (e["dtype"], e["batch"]) == about]
        first = {e["pass"]: e for e in _of(here, "SDPA")}
        for entry in here:
            entry["ratio"] = ratio(entry, first[entry["pass"]])
        if record["device"] == "cuda" and about == ("float32", 8):
            here += [
                {"form": A100_SOURCE, "pass": name, "seconds": [seconds]}
                for name, seconds in A100.items()
            ]
        columns = {"ms": _ms, "× SDPA": _ratio_of, "MB": _mb}
        sizes = _sizes(record, "tokens", "features", "heads")
        parts += [f"<p>{about[0]}, batch {about[1]}, {sizes}:</p>"]
        parts += [_pivot(here, "form", "pass", columns)]
    return "".join(parts)


def lengths(root: Path, record: Entry) -> str:
    """Attention alone, forward and backward, over the length."""
    entries = [e for e in record["entries"] if e["table"] == "lengths"]
    figures = (_figure(root, record, name) for name in ("time", "memory"))
    said = f"<p>Batch 1, {_sizes(record, 'heads')}:</p>"
    return (
        "".join(figures)
        + said
        + _pivot(entries, "tokens", "form", {"ms": _ms, "MB": _mb})
    )


def decoding(root: Path, record: Entry) -> str:
    """Tokens a second, with a cache and without."""
    entries = [e for e in record["entries"] if e["table"] == "decoding"]
    columns = {"tokens a second": lambda e: _digits(1 / median(e["seconds"]))}
    sizes = _sizes(record, "blocks", "features", "heads", "words")
    said = f"<p>Batch 1, a GPT with {sizes}:</p>"
    return (
        _figure(root, record, "decoding")
        + said
        + _pivot(entries, "tokens", "form", columns)
    )


def states(_: Path, record: Entry) -> str:
    """A token after many, with a state and with a cache."""
    entries = [e for e in record["entries"] if e["table"] == "states"]
    if not entries:  # of a run from before
        return "<p>This record does not have these forms.</p>"
    said = f"<p>Batch 1, {_sizes(record, 'heads')}:</p>"
    return said + _pivot(entries, "tokens", "form", {"ms": _ms, "MB": _mb})


def _of(entries: Iterable[Entry], form: str) -> list[Entry]:
    return [entry for entry in entries if entry["form"] == form]


def _sizes(record: Entry, *names: str) -> str:
    said = (f"{record['sizes'][name]:,} {name}" for name in names)
    return ", ".join(said)


def _pivot(entries: list[Entry], row: str, group: str, columns: Columns) -> str:
    """A table with a row for each value of one key, and columns for each of another."""
    cells = {(entry[row], entry[group]): entry for entry in entries}
    groups = list(dict.fromkeys(entry[group] for entry in entries))
    rows = []
    for name in dict.fromkeys(entry[row] for entry in entries):
        found = [
            (cells.get((name, one)), say) for one in groups for say in columns.values()
        ]
        shown = f"{name:,}" if isinstance(name, int) else name
        rows.append([shown, *(say(entry) if entry else "" for entry, say in found)])
    head = [f"{one}, {column}" for one in groups for column in columns]
    return _table([row.capitalize(), *head], rows)


def _ratio(found: Ratio) -> str:
    middle, low, high = (f"{value:.2f}" for value in found)
    return middle if found[1] == found[2] else f"{middle} ({low}–{high})"


def _ratio_of(entry: Entry) -> str:
    return _ratio(entry["ratio"]) if "ratio" in entry else ""


def _digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _ms(entry: Entry) -> str:
    return _digits(1000 * median(entry["seconds"]))


def _mb(entry: Entry) -> str:
    return _digits(entry["bytes"] / 1e6) if "bytes" in entry else ""


def _figure(root: Path, record: Entry, name: str) -> str:
    """A figure in the page itself, with its size, so that nothing moves."""
    path = root / FOLDER / f"{record['device']}-{name}.svg"
    svg = path.read_text(encoding="utf-8")
    found = SIZE.search(svg[:2000])
    width, height = (round(float(n) * 4 / 3) for n in found.groups()) if found else "??"
    data = quote(svg, safe="/:;=,()")  # which is smaller than base64 when compressed
    return (
        f'<p><img src="data:image/svg+xml,{data}" alt="{ALT[name]}" '
        f'width="{width}" height="{height}"></p>'
    )


def _table(head: list[str], rows: list[list[str]]) -> str:
    columns = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"
