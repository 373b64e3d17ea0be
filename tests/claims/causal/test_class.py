"""What is behind the general sentences of docs/causal/class.md."""

import pytest
import torch
import torch.nn.functional as F

from attention import CausalAttention, attention_scores, causal_mask
from tests.claims.draw import draw


def layer_of(seed: int, length: int = 8, dropout: float = 0.0) -> CausalAttention:
    torch.manual_seed(seed)
    return CausalAttention(3, 5, length, dropout).double()


def test_scores_as_the_formula_has_them_give_torchs_result() -> None:
    layer, x = layer_of(0), draw(1, 2, 6, 3)
    q, k, v = layer.W_query(x), layer.W_key(x), layer.W_value(x)
    omega = attention_scores(q, k)
    for b in range(2):
        for i in range(6):
            for j in range(6):
                summed = sum(q[b, i, f] * k[b, j, f] for f in range(5))
                torch.testing.assert_close(omega[b, i, j], summed)
    expected = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    torch.testing.assert_close(layer(x), expected)


def test_a_beginning_gets_the_vectors_that_it_has_within_the_whole() -> None:
    for seed in range(5):
        layer, x = layer_of(seed), draw(seed, 2, 8, 3)
        for n in range(1, 9):
            torch.testing.assert_close(layer(x[:, :n]), layer(x)[:, :n])
        dropping = layer_of(seed, dropout=0.5)
        assert not torch.allclose(dropping(x)[:, :4], dropping(x[:, :4]), atol=1e-3)
        layer.mask.fill_(True)  # the cause taken away
        assert not torch.allclose(layer(x[:, :4]), layer(x)[:, :4], atol=1e-3)


def test_a_mask_that_is_a_plain_attribute_stays_behind() -> None:
    layer, x = layer_of(0), draw(1, 6, 3).to("meta")
    assert layer.to("meta")(x).shape == (6, 5)
    layer = layer_of(0)
    del layer.mask
    layer.mask = causal_mask(8)
    assert layer(draw(1, 6, 3)).shape == (6, 5)
    with pytest.raises(RuntimeError, match="device"):
        layer.to("meta")(x)


def test_weights_load_across_context_lengths() -> None:
    saved = layer_of(1, length=8).state_dict()
    for length in (4, 6, 30):
        layer, x = layer_of(2, length), draw(1, 2, 4, 3)
        layer.load_state_dict({**saved, "mask": torch.ones(8, 8).triu(diagonal=1)})
        assert torch.equal(layer.mask, causal_mask(length))
        torch.testing.assert_close(layer(x), layer_of(1, length=8)(x))
