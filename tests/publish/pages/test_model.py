"""What a page may not do, one thing at a time, and what is read of one that may."""

import pytest

from publish.pages.model import (
    Block,
    Box,
    Console,
    Figure,
    Heading,
    Made,
    Module,
    Prose,
    parse,
)

BLOCK = """\
```python
--8<-- "a.py"
```
<!--pytest-codeblocks:expected-output-->
```text
--8<-- "a.out"
```
"""


def indented(text: str, by: str = "    ") -> str:
    return "".join(
        by + line if line.strip() else line for line in text.splitlines(True)
    )


GOOD = [
    f"Words.\n\n{BLOCK}\nWords.\n",
    f'=== "A tab"\n\n    ??? note "Folded"\n\n{indented(BLOCK, " " * 8)}',
    f"- a\n- b\n\n{indented(BLOCK)}\n    more of b\n",
    f'<div class="predict" markdown>\n\n{BLOCK}</div>\n',
    BLOCK.replace("```", "`````"),
    "<script src='a.js'></script>\n\n<!-- a remark -->\n",
]
WRONG = [
    (BLOCK.replace('a.py"', 'a.py" '), 1, "not typed into a page"),
    ('--8<-- "a.py"\n', 1, "included in a fence, and nowhere else"),
    ('```console\n--8<-- "a.py"\n```\n', 1, "included in ```python or ```text"),
    (f"<!--\n\n{BLOCK}\n-->\n", 1, "a comment ends in the line"),
    ("[a]: https://a.org\n", 1, "an address is in its link"),
    ('```python\n--8<-- "a.py"\n', 1, "closed by the backticks that opened it"),
    (BLOCK.replace('.py"\n```', '.py"\n````'), 1, "closed by the backticks"),
    (f"Words.\n\n{indented(BLOCK)}", 3, "indented by four blanks for each"),
    (f"- a\n\n{indented(BLOCK, '  ')}", 3, "indented by four blanks for each"),
]


def test_a_page_may_do_this() -> None:
    assert [text for text in GOOD if parse(text).problems] == []


@pytest.mark.parametrize(("text", "line", "words"), WRONG)
def test_a_page_may_not_do_that(text: str, line: int, words: str) -> None:
    problems = parse(text).problems
    assert any(at == line and words in said for at, said in problems), problems


def test_a_page_is_read_into_items() -> None:
    text = f"""---
title: A page
---
# One {{ #first }}

Words,
- and a list.

!!! note "Why"

    Inside.

{indented(BLOCK)}
![A line.](../figures/part/page/a.svg)

```console
make
```

::: attention.causal.masks

<!-- records: runs -->
"""
    page = parse(text)
    output = Block("a.out", "text", expected=True)
    assert page.about == {"title": "A page"}
    assert page.items == (
        Heading(1, "One", " #first "),
        Prose("Words,\n- and a list."),
        Box("note", "Why", False, (Prose("Inside."), Block("a.py", "python"), output)),
        Figure("../figures/part/page/a.svg", "A line."),
        Console("make"),
        Module("attention.causal.masks"),
        Made("records", "runs"),
    )
    assert page.with_outputs() == [(Block("a.py", "python"), [output])]
    assert [figure.snippet for figure in page.figures] == ["part/page/a"]


def test_sections_are_cut_at_headings_but_not_in_blocks() -> None:
    text = "1\n\n# A { #a }\n2\n\n```console\n# no heading\n```\n\n## B\n3"
    cut = [(s.title, [text for _, text in s.said]) for s in parse(text).sections()]
    assert cut == [
        ("before the first heading", ["1"]),
        ("A", ["A", "2", "`# no heading`"]),
        ("B", ["B", "3"]),
    ]
