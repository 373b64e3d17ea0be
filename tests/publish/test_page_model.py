"""What a page may not do, one thing at a time.

What is read of the real pages is compared where it is shown: in tests/site.
"""

import pytest

from publish.page_model import parse

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


@pytest.mark.parametrize(("text", "line", "words"), WRONG)
def test_a_page_may_not_do_that(text: str, line: int, words: str) -> None:
    problems = parse(text).problems
    assert any(at == line and words in said for at, said in problems), problems
