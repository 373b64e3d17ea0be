"""Figures as pages get them: without what nobody sees.

That is their maker, names that nothing in them uses, and hundredths of a point. A
letter's outline is drawn in thousandths of its size; an eighth as fine is enough.
"""

import re

HIDDEN = re.compile(r"<metadata>.*?</metadata>|<!--.*?-->", re.DOTALL)
ID = re.compile(r' id="([^"]*)"')
USED = re.compile(r"#([\w.-]+)")
PATH = re.compile(r' d="([^"]*)"')
OUTLINE = re.compile(r' d="([^"]*)" transform="scale\(0\.015625\)"')
COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
MOVED = re.compile(r"translate\([^)]*\)")
N = r"(-?[\d.]+)"
RECTANGLE = re.compile(rf"M{N} {N}H{N}V{N}H\1(?:V\2z?|z)")
LETTER = re.compile(r'(<use [^>]*) transform="translate\((\S+) 0\)"')


def slim(svg: str) -> str:
    """A drawing of matplotlib's that looks the same and is about a third smaller."""
    svg = HIDDEN.sub("", svg)
    used = set(USED.findall(svg))
    svg = ID.sub(lambda found: found[0] if found[1] in used else "", svg)
    svg = OUTLINE.sub(
        lambda found: f' d="{_eighths(found[1])}" transform="scale(.125)"', svg
    )
    svg = MOVED.sub(lambda found: _rounded(found[0]), svg)
    svg = LETTER.sub(r'\1 x="\2"', svg)
    svg = PATH.sub(lambda found: f' d="{_rounded(_short(found[1]))}"', svg)
    return re.sub(r">\s+<", "><", svg)


def _eighths(path: str) -> str:
    return NUMBER.sub(lambda number: f"{float(number[0]) / 8:.0f}", path)


def _rounded(text: str) -> str:
    return NUMBER.sub(
        lambda number: f"{float(number[0]):.2f}".removesuffix(".00"), text
    )


def _short(path: str) -> str:
    """A path whose level and upright lines say one number instead of two.

    Of rectangles, it says how wide and high they are: in a grid, all are alike.
    """
    short, last = [], []
    for command, numbers in COMMAND.findall(path):
        at = numbers.split()
        if command == "L" and at[1] == last[1]:
            short.append(f"H{at[0]}")
        elif command == "L" and at[0] == last[0]:
            short.append(f"V{at[1]}")
        else:
            short.append(command + " ".join(at))
        last = at[-2:] or last
    return RECTANGLE.sub(_by_sides, "".join(short))


def _by_sides(found: re.Match[str]) -> str:
    left, top, right, bottom = map(float, found.groups())
    wide, high = right - left, bottom - top
    return f"M{found[1]} {found[2]}h{wide:.6f}v{high:.6f}h{-wide:.6f}z"
