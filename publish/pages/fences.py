"""Fences on a page as it is written: which would not run, or not show what they say.

The site's Markdown and pytest-codeblocks read a page differently: one knows tabs,
lists and indented code, the other fences alone. A page is refused unless both must
see the same blocks: a fence stands apart from prose, is indented by its containers
and by nothing else, and shows one whole file that holds no fence of its own.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from publish.markdown.blocks import INCLUDE

OPENING = re.compile(r"^(\s*)(`{3,})\s*(.*?)\s*$")
PLAIN = re.compile(r"^\s*`{3,}(python|text)( .*)?$")
CONSOLE = re.compile(r"^\s*`{3,}console$")
COMMENT = re.compile(r"^\s*<!--.*pytest[-.]")
EXPECTED = re.compile(r"^\s*<!--pytest-codeblocks:expected-output-->$")
CONTAINER = re.compile(
    r'^ *(=== "[^"]+"|(!!!|\?\?\?\+?) [\w-]+( "[^"]*")?|([-*+]|\d+\.) \S.*)$'
)
RAW = re.compile(
    r"<(script|style|pre|textarea|template|noscript|iframe|svg|math|title|select|object)"
    r"\b|^\s*<(details|p|section|table|ul|ol)\b",
    re.IGNORECASE,
)
CLOSING = re.compile(r"^\s*</(?!div>$)")
ITEM = re.compile(r"^ *([-*+]|\d+\.) ")
BOX = re.compile(r"^ *(===|!!!|\?\?\?\+?) ")
NAMED = re.compile(r"^\s*\*?\[[^\]]+\]:")

CLOSED = "a fence is closed by as many backticks as have opened it"

Find = Callable[[str], Path | None]  # the file that an include names


@dataclass(frozen=True)
class Fence:
    """Lines count from zero; ``end`` is the closing one, None if there is none."""

    start: int
    end: int | None
    indent: str
    ticks: str


def fences(lines: list[str]) -> list[Fence]:
    """The fences of a page, from top to bottom; what stands in one is no fence."""
    found: list[Fence] = []
    opened: Fence | None = None
    for number, line in enumerate(lines):
        match = OPENING.match(line)
        if match and opened is None:
            opened = Fence(number, None, match[1], match[2])
        elif opened and match and match[2].startswith(opened.ticks) and not match[3]:
            found.append(Fence(opened.start, number, opened.indent, opened.ticks))
            opened = None
    return [*found, opened] if opened else found


def problems(lines: list[str], find: Find) -> list[tuple[int, str]]:
    """What is wrong, with the number of the line, from one."""
    every = fences(lines)
    inside = {n for f in every for n in range(f.start + 1, f.end or len(lines))}
    edges = {f.start for f in every} | {f.end for f in every if f.end is not None}
    fenced = inside | edges
    found = [
        (number, text)
        for number, line in enumerate(lines)
        for text in _line(line, number in fenced)
    ]
    found += _expected(lines, every)
    found += _empty(lines, fenced)
    found += _unclosed(lines, fenced)
    for fence in every:
        wrong = [*_opening(lines[fence.start]), *_body(lines, fence, find)]
        wrong += _place(lines, fence, inside)
        found += [(fence.start, text) for text in wrong]
    return [(number + 1, text) for number, text in sorted(found, key=lambda p: p[0])]


def _line(line: str, fenced: bool) -> Iterator[str]:
    if re.match(r"^\s*~{3,}", line) and not fenced:
        yield "~~~ fences are not run; use ```"
    if re.match(r"^\s*>.*(--8<--|```)", line):
        yield "nothing is run inside a blockquote (>)"
    elif "--8<--" in line and not fenced:
        yield "a file is included in a fence, and nowhere else"
    if COMMENT.match(line) and not EXPECTED.match(line):
        yield f"blocks are neither joined nor skipped: {line}"
    if (
        re.match(r"^\s+</?(div|details|p|pre|section|table|ul|ol)\b", line)
        and not fenced
    ):
        yield "HTML is not indented, since Markdown in it would be lost"
    if not fenced and (raw := RAW.search(line)):
        name = raw[1] or raw[2]
        if f"</{name}>" not in line:
            yield f"<{name}> is closed in its line, since fences in it would be lost"
    if CLOSING.match(line) and not fenced:
        yield f"nothing but </div> stands alone, not {line.strip()}"
    if "<!--" in line and "-->" not in line and not fenced:
        yield "a comment ends in the line in which it begins"
    if NAMED.match(line) and not fenced:
        yield "an address stands in its link, since notebooks have pieces of a page"
    if line.splitlines() not in ([], [line]):
        yield f"a line ends in a newline and in nothing else, not in {line!r}"


def _expected(lines: list[str], every: list[Fence]) -> Iterator[tuple[int, str]]:
    """An output stands directly below its code, the comment alone between them."""
    codes = {f.end: f for f in every if "python" in lines[f.start]}
    outputs = {f.start: f for f in every if "text" in lines[f.start]}
    for number, line in enumerate(lines):
        if EXPECTED.match(line):
            code, output = codes.get(number - 1), outputs.get(number + 1)
            indent = line[: line.index("<")]
            if not (code and output and code.indent == output.indent == indent):
                yield number, "this comment joins a fence of code to one of its output"


def _empty(lines: list[str], fenced: set[int]) -> Iterator[tuple[int, str]]:
    """A box or tab holds what is indented below it, or the indent was forgotten."""
    for number, line in enumerate(lines):
        if number not in fenced and (box := BOX.match(line)):
            below = next(filter(str.strip, lines[number + 1 :]), "")
            if not below.startswith(" " * (box.start(1) + 4)):
                yield number, f"nothing is indented below {line.strip()}"


def _unclosed(lines: list[str], fenced: set[int]) -> Iterator[tuple[int, str]]:
    """Each <div>, however many are in it, ends where its author thinks."""
    opened: list[int] = []
    for number, line in enumerate(lines):
        if number in fenced:
            continue
        opened += [number] * line.count("<div")
        for _ in range(line.count("</div>")):
            if not opened:
                yield number, "</div> closes nothing"
            else:
                opened.pop()
    for number in opened:
        yield number, "a <div> is not closed"


def _opening(line: str) -> Iterator[str]:
    if not (PLAIN.match(line) or CONSOLE.match(line)):
        yield f"a fence is ```python, ```text or ```console, not {line.strip()}"


def _body(lines: list[str], fence: Fence, find: Find) -> Iterator[str]:
    if fence.end is None:
        yield CLOSED
        return
    if lines[fence.end].strip() != fence.ticks:  # to the site's Markdown it goes on
        yield CLOSED
    body = lines[fence.start + 1 : fence.end]
    if lines[fence.end].index("`") != len(fence.indent):
        yield "a fence is closed where it was opened, as far to the right"
    if not all(line.startswith(fence.indent) for line in body if line.strip()):
        yield "what stands in a fence is indented as the fence is"  # or it ends there
    include = INCLUDE.match(body[0]) if len(body) == 1 else None
    if PLAIN.match(lines[fence.start]) is None:
        if any("--8<--" in line for line in body):
            yield "a file is included in ```python or ```text"
    elif include is None or include["indent"] != fence.indent:
        yield (
            "code and results are not typed into a page; include one whole file: "
            '--8<-- "…"'
        )
    elif file := find(include["path"]):
        yield from _file(file, fence.ticks)
        if ("python" in lines[fence.start]) != (file.suffix == ".py"):
            yield f"```python shows a .py file and ```text an output, not {file.name}"


def _file(file: Path, ticks: str) -> Iterator[str]:
    text = file.read_text(encoding="utf-8")
    if re.search(rf"^\s*`{{{len(ticks)},}}", text, re.MULTILINE):
        yield f"{file.name} has a fence of its own; open this one with more backticks"
    if "--8<--" in text:
        yield f"{file.name} says --8<--, which would be taken for an include"


def _place(lines: list[str], fence: Fence, inside: set[int]) -> Iterator[str]:
    above = lines[fence.start - 1] if fence.start else ""
    below = lines[fence.end + 1] if fence.end and fence.end + 1 < len(lines) else ""
    apart = [text.strip() for text in (above, below) if not EXPECTED.match(text)]
    if any(text and not re.match(r"`{3,}|</div>$", text) for text in apart):
        yield "a blank line stands before a fence and after it, but for its outputs"
    if not _contained(lines, fence.start, inside):
        yield (
            "a fence is indented by four blanks for each tab, admonition or list item "
            "around it, which a blank line precedes, and not otherwise"
        )


def _contained(lines: list[str], number: int, inside: set[int]) -> bool:
    """Whether the line is indented by containers, each of which begins as it should."""
    indent = len(lines[number]) - len(lines[number].lstrip())
    if indent == 0:
        return True
    above = (
        n for n in range(number - 1, -1, -1) if n not in inside and lines[n].strip()
    )
    for n in above:
        own = len(lines[n]) - len(lines[n].lstrip())
        if own < indent:
            before = lines[n - 1] if n else ""
            begins = not before.strip() or bool(
                ITEM.match(lines[n]) and ITEM.match(before)
            )
            container = CONTAINER.match(lines[n]) is not None
            return (
                own == indent - 4
                and container
                and begins
                and _contained(lines, n, inside)
            )
    return False
