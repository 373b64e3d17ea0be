"""What a page may not do with its fences, one thing at a time."""

from pathlib import Path

import pytest

from publish.pages.model import parse

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
    BLOCK,
    f"Words.\n\n{BLOCK}\nWords.\n",
    f'=== "A tab"\n\n    ??? note "Folded"\n\n{indented(BLOCK, " " * 8)}',
    f"- a\n- b\n\n{indented(BLOCK)}\n    more of b\n",
    f'<div class="predict" markdown>\n\n{BLOCK}</div>\n',
    BLOCK.replace("```", "`````"),
    "```console\n$ pip install x\n```\n",
    "<script src='a.js'></script>\n\n<!-- a remark -->\n",
]
WRONG = [
    (BLOCK.replace("```", "~~~"), 1, "~~~ fences are not run"),
    (indented(BLOCK, "> "), 1, "inside a blockquote"),
    (BLOCK.replace("python", "py"), 1, "a fence is ```python"),
    (BLOCK.replace('--8<-- "a.py"', "print(1)"), 1, "not typed into a page"),
    (BLOCK.replace('a.py"', 'a.py" '), 1, "not typed into a page"),
    (BLOCK.replace('--8<-- "a.py', '  --8<-- "a.py'), 1, "not typed into a page"),
    ('--8<-- "a.py"\n', 1, "included in a fence, and nowhere else"),
    ('```console\n--8<-- "a.py"\n```\n', 1, "included in ```python or ```text"),
    (f"<!--pytest-codeblocks:skip-->\n{BLOCK}", 1, "neither joined nor skipped"),
    (f"<!--\n\n{BLOCK}\n-->\n", 1, "a comment ends in the line"),
    (f"<pre>\n\n{BLOCK}", 1, "<pre> is closed in its line"),
    (f"<p>\n\n{BLOCK}", 1, "<p> is closed in its line"),
    (f"{BLOCK}\n</details>\n", 9, "nothing but </div> stands alone, not </details>"),
    (f"{BLOCK}\n</div>\n", 9, "</div> closes nothing"),
    (f"<div markdown>\n\n<div>\n\n{BLOCK}\n</div>\n", 1, "a <div> is not closed"),
    (f'=== "A tab"\n\n{BLOCK}', 1, 'nothing is indented below === "A tab"'),
    ("[a]: https://a.org\n", 1, "an address stands in its link"),
    ("Words.\u2028\n", 1, "a line ends in a newline and in nothing else"),
    ("Words.\x0cMore.\n", 1, "a line ends in a newline and in nothing else"),
    (BLOCK.replace("a.out", "a.py"), 5, "```python shows a .py file"),
    (BLOCK.replace("a.py", "a.out"), 1, "```python shows a .py file"),
    (f"!!! tip\n\n    <div markdown>\n\n{indented(BLOCK)}", 3, "HTML is not indented"),
    ('```python\n--8<-- "a.py"\n', 1, "closed by as many backticks"),
    (BLOCK.replace('.py"\n```', '.py"\n````'), 1, "closed by as many backticks"),
    (BLOCK.replace('.out"\n```', '.out"\n ```'), 5, "closed where it was opened"),
    ('=== "A tab"\n\n    ```console\n~~~\n    ```\n', 3, "indented as the fence is"),
    (f"Words.\n{BLOCK}", 2, "a blank line stands before a fence"),
    (f"{BLOCK}Words.\n", 5, "a blank line stands before a fence and after it"),
    (BLOCK.replace("<!--", "\n<!--"), 5, "this comment joins"),
    (BLOCK.replace("-->\n", "-->\n\n"), 4, "this comment joins"),
    (f"Words.\n\n{indented(BLOCK)}", 3, "indented by four blanks for each"),
    (f"- a\n\n{indented(BLOCK, '  ')}", 3, "indented by four blanks for each"),
    (f"- a\n\n{indented(BLOCK, ' ' * 8)}", 3, "indented by four blanks for each"),
    (f"Words.\n- a\n\n{indented(BLOCK)}", 4, "indented by four blanks for each"),
    (f"=== Tab\n\n{indented(BLOCK)}", 3, "indented by four blanks for each"),
    (BLOCK.replace("a.py", "fence.py"), 1, "fence.py has a fence of its own"),
    (BLOCK.replace("a.py", "include.py"), 1, "include.py says --8<--"),
]
FILES = {
    "a.py": "print(1)\n",
    "a.out": "1\n",
    "fence.py": '"""\n    ```\n"""\n',
    "include.py": 'print("--8<--")\n',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def found(text: str, folder: Path) -> list[tuple[int, str]]:
    return problems(text.split("\n"), lambda path: folder / path)


@pytest.mark.parametrize("text", GOOD)
def test_a_page_may_do_this(text: str, folder: Path) -> None:
    assert found(text, folder) == []


@pytest.mark.parametrize(("text", "line", "words"), WRONG)
def test_a_page_may_not_do_that(text: str, line: int, words: str, folder: Path) -> None:
    assert any(at == line and words in said for at, said in found(text, folder))


def test_more_backticks_hold_a_fence_that_a_file_shows(folder: Path) -> None:
    text = BLOCK.replace("a.py", "fence.py").replace("```", "````")
    assert found(text, folder) == []
