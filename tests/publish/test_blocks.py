"""What a block is called on its page, by the file that it shows."""

import pytest

from publish.blocks import describe


@pytest.mark.parametrize(
    ("path", "attributes"),
    [
        ("part/page/one.py", '.snippet #code-one data-snippet="part/page/one"'),
        ("attention/masks.py", ".source #source-masks"),
        ("part/page/one.out", '.output data-search-exclude=""'),
        (
            "part/page/one.intel.out",
            '.output data-family="intel" data-search-exclude=""',
        ),
        ("part/page/one.err", ".output .error"),
        ("part/page/one.svg", None),
    ],
)
def test_its_attributes_are_those_of_its_kind(
    path: str, attributes: str | None
) -> None:
    """Errors are searched, by their words; what is printed is numbers."""
    assert describe(path) == attributes
