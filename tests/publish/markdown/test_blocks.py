"""What a block is called on its page, by the file that it shows."""

from pathlib import Path

import pytest
from markdown import markdown

from publish.markdown.blocks import PLAIN, describe


@pytest.mark.parametrize(
    ("path", "attributes"),
    [
        ("part/page/one.py", '.snippet #code-one data-snippet="part/page/one"'),
        ("attention/causal/masks.py", '.source #source-masks data-search-exclude=""'),
        ("part/page/one.out", '.output data-search-exclude=""'),
        ("primer/exception.out", '.output .followed data-search-exclude=""'),
        ("part/page/one.err", ".output .error"),
        ("part/page/one.svg", None),
    ],
)
def test_its_attributes_are_those_of_its_kind(
    path: str, attributes: str | None
) -> None:
    """Errors are searched, by their words; what is printed is numbers.

    What is printed before an error says that one follows.
    """
    assert describe(path) == attributes


IN_A_BOX = """
!!! note "Box"

    ```python
    print(1)
    ```
    <!-- what it prints -->
    ```text
    1
    ```

    Words, and `[6, 3]`.
"""


def test_blocks_in_a_box_stand_in_no_paragraph() -> None:
    """Where browsers would end it, and leave an empty one between two outputs."""
    extensions = ["admonition", "pymdownx.superfences", "publish.markdown.blocks"]
    page = markdown(IN_A_BOX, extensions=extensions)
    assert page.count("<div") == page.count("</div>")
    assert "<p><div" not in page
    assert "</div></p>" not in page
    assert "<p>Words, and" in page


def test_a_shape_is_marked_so_that_no_line_ends_within() -> None:
    page = markdown(
        "`[6, 3]`, `(2,)`, `[x, 3]`", extensions=["publish.markdown.blocks"]
    )
    assert page.count('<code class="shape">') == 2


def test_marks_that_change_no_colour_are_left_out() -> None:
    code = (
        '<span class="n">x</span> <span class="o">&lt;</span> <span class="mi">3</span>'
    )
    assert PLAIN.sub(r"\1", code) == 'x &lt; <span class="mi">3</span>'
    root = Path(__file__).parents[3]
    style = (root / "docs" / "assets" / "site.css").read_text(encoding="utf-8")
    for what in ("fg", "hl-name", "hl-operator", "hl-punctuation"):
        assert f"--md-code-{what}-color: var(--ink);" in style
