"""What is behind the general sentences of docs/modern/which.md."""

import pytest
from torch.nn.attention.flex_attention import flex_attention

from tests.claims.draw import draw


def test_flex_attention_refuses_gradients_on_a_cpu() -> None:
    x = draw(0, 1, 2, 16, 16).float().requires_grad_()
    with pytest.raises(NotImplementedError, match="does not support backward on CPU"):
        flex_attention(x, x, x)
    assert "is a prototype feature in PyTorch" in str(flex_attention.__doc__)
