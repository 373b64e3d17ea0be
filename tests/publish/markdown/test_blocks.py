"""What a block is called on its page, by the file that it shows."""

from markdown import markdown

IN_A_BOX = """
!!! note "Box"

    ```python
    print(1)
    ```
    <!-- what it prints -->
    ```text
    1
    ```

    Words, and `[6, 3]`, `(2,)`, `[x, 3]`.
"""


def test_blocks_in_a_box_stand_in_no_paragraph() -> None:
    """Where browsers would end it, and leave an empty one between two outputs."""
    extensions = ["admonition", "pymdownx.superfences", "publish.markdown.blocks"]
    page = markdown(IN_A_BOX, extensions=extensions)
    assert page.count("<div") == page.count("</div>")
    assert "<p><div" not in page
    assert "</div></p>" not in page
    assert "<p>Words, and" in page
    assert page.count('<code class="shape">') == 2, "no line ends within"
