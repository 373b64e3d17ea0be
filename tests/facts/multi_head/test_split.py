"""What is behind the general sentences of docs/multi-head/split.md."""

import torch
from torch.testing import assert_close

from tests.facts.draw import draw
from tests.facts.says import says


def test_a_split_with_head_dim_first_is_another_order_of_rows() -> None:
    says(
        "multi-head/split",
        "If the last two axes were the other way round, `head_dim` before `num_heads`, a head would get every second number of the row.",
        "That is a valid split, too, but not the one for which other models' weights were made.",
    )
    x, W = draw(0, 6, 3), draw(1, 4, 3)
    wrong = (x @ W.T).view(6, 2, 2).permute(2, 0, 1)  # words, head_dim, heads
    assert torch.equal(wrong[1], (x @ W.T)[:, 1::2])
    reordered = torch.cat([W[0::2], W[1::2]])
    assert_close(wrong, (x @ reordered.T).view(6, 2, 2).transpose(0, 1))
    assert not torch.allclose(wrong, (x @ W.T).view(6, 2, 2).transpose(0, 1))
