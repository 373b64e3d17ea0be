"""A piece of a line that is replaced occurs once."""

import pytest

from attention.gallery import BrokenLine


@pytest.mark.parametrize(("piece", "times"), [("nowhere", 0), ("x + ", 2)])
def test_a_piece_that_does_not_occur_once_is_refused(piece: str, times: int) -> None:
    with pytest.raises(ValueError, match=rf"once\. Got .*, which occurs {times} times"):
        _ = BrokenLine("", piece, "").lines


def test_the_rest_of_a_line_stays() -> None:
    right, wrong = BrokenLine("", "triu(1)", "triu(2)").lines
    assert right.replace("triu(1)", "triu(2)") == wrong
    assert right == "later = torch.ones(n, n, dtype=torch.bool).triu(1)"
