"""What is behind the general sentences of docs/modern/which.md."""

import pytest
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

from tests.facts.draw import draw
from tests.facts.says import says


def test_flex_attention_refuses_gradients_on_a_cpu() -> None:
    says(
        "modern/which",
        "In PyTorch 2.13 it is a prototype, and on a CPU it refuses tensors that need gradients.",
    )
    x = draw(0, 1, 2, 16, 16).float().requires_grad_()
    with pytest.raises(NotImplementedError, match="does not support backward on CPU"):
        flex_attention(x, x, x)
    assert "is a prototype feature in PyTorch" in str(flex_attention.__doc__)


def test_flex_attention_counts_blocks_of_128() -> None:
    says(
        "modern/which",
        "In blocks of 128 by 128, as FlexAttention counts them, 4,096 tokens have 1,024 blocks.",
    )
    rule = (lambda _, head, query, key: key <= query), None, None
    blocks = create_block_mask(*rule, 4096, 4096, device="cpu").to_dense()
    assert blocks.numel() == 1024
    assert blocks.sum() == 528
