"""What is behind the general sentences of docs/causal/class.md."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from attention import CausalAttention, attention_scores, causal_mask


def make(
    seed: int, d_in: int = 3, d_out: int = 2, length: int = 8, dropout: float = 0.0
) -> CausalAttention:
    torch.manual_seed(seed)
    return CausalAttention(d_in, d_out, length, dropout)


@pytest.mark.parametrize("d_out", [1, 2, 5])
@pytest.mark.parametrize("batch", [1, 2, 7])
def test_the_class_agrees_with_torch_and_treats_each_sentence_alone(
    d_out: int, batch: int
) -> None:
    for seed in range(5):
        layer = make(seed, d_out=d_out)
        x = torch.randn(batch, 6, 3)
        q, k, v = layer.W_query(x), layer.W_key(x), layer.W_value(x)
        omega = torch.einsum("bif,bjf->bij", q, k)
        torch.testing.assert_close(omega, attention_scores(q, k))
        hidden = (omega / d_out**0.5).masked_fill(~causal_mask(6), -torch.inf)
        torch.testing.assert_close(layer(x), torch.softmax(hidden, dim=-1) @ v)
        theirs = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        torch.testing.assert_close(layer(x), theirs, atol=1e-5, rtol=1e-4)
        alone = torch.stack([layer(one) for one in x])
        torch.testing.assert_close(layer(x), alone, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("spread", [0.01, 1.0, 1e4])
def test_the_first_context_vector_is_its_value(spread: float) -> None:
    for seed in range(20):
        layer = make(seed)
        x = spread * torch.randn(2, 6, 3)
        torch.testing.assert_close(layer(x)[:, 0], layer.W_value(x)[:, 0])


@pytest.mark.parametrize("size", [2, 4, 9])
def test_t_mixes_sentences_when_all_sizes_are_equal(size: int) -> None:
    often = torch.is_warn_always_enabled()
    torch.set_warn_always(True)
    with pytest.warns(UserWarning, match="deprecated"):
        reversed_axes = (x := torch.rand(size, size, size)).T
    torch.set_warn_always(often)
    assert torch.equal(reversed_axes, x.permute(2, 1, 0))
    for seed in range(10):
        generator = torch.Generator().manual_seed(seed)
        q, k = torch.rand(2, size, size, size, generator=generator) + 0.1
        other = k.clone()
        other[1] = 0.0
        right = [(q @ keys.transpose(1, 2))[0] for keys in (k, other)]
        wrong = [(q @ keys.permute(2, 1, 0))[0] for keys in (k, other)]
        assert torch.equal(*right)
        assert not torch.equal(*wrong)
        assert (wrong[1][:, 1] == 0).all()


def test_t_raises_for_unequal_sizes() -> None:
    for batch, words, width in [(2, 6, 3), (8, 4, 64), (3, 3, 5), (2, 5, 5)]:
        x = torch.rand(batch, words, width)
        with pytest.raises(RuntimeError):
            x @ x.permute(2, 1, 0)


@pytest.mark.parametrize("front", [(), (2,), (5, 2), (3, 5, 2)])
def test_the_last_two_axes_are_exchanged(front: tuple[int, ...]) -> None:
    x = torch.rand(*front, 6, 3)
    swapped = torch.einsum("...nd->...dn", x)
    assert torch.equal(x.transpose(-2, -1), swapped)
    assert torch.equal(x.mT, swapped)


def test_a_beginning_gets_the_vectors_that_it_has_within_the_whole() -> None:
    for seed in range(10):
        layer = make(seed)
        x = torch.randn(2, 8, 3)
        whole = layer(x)
        for n in range(1, 9):
            torch.testing.assert_close(layer(x[:, :n]), whole[:, :n])
        # With dropout it is false.
        dropping = make(seed, dropout=0.5)
        assert not torch.allclose(dropping(x)[:, :4], dropping(x[:, :4]), atol=1e-3)
        # Without the mask, the cause is gone, and so is the effect.
        layer.mask.fill_(True)
        assert not torch.allclose(layer(x[:, :4]), layer(x)[:, :4], atol=1e-3)


class PlainMask(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.W = nn.Linear(3, 2)
        self.mask = causal_mask(6)

    def forward(self, x: Tensor) -> Tensor:
        scores = self.W(x) @ self.W(x).mT
        return scores.masked_fill(~self.mask, -torch.inf)


def test_a_plain_attribute_stays_behind() -> None:
    x = torch.rand(6, 3)
    ours = make(0, length=6)
    del ours.mask
    ours.mask = causal_mask(6)  # the package's layer, its mask no buffer any more
    for plain in (PlainMask(), ours):
        assert plain(x).shape[0] == 6
        with pytest.raises(RuntimeError, match="device"):
            plain.to("meta")(x.to("meta"))
    moved = make(0, length=6).to("meta")
    assert moved(x.to("meta")).shape == (6, 2)


@pytest.mark.parametrize("length", [4, 6, 30])
def test_weights_load_across_context_lengths(length: int) -> None:
    saved = make(1, length=8).state_dict()
    layer = make(2, length=length)
    layer.load_state_dict({**saved, "mask": torch.ones(8, 8).triu(diagonal=1)})
    assert torch.equal(layer.mask, causal_mask(length))
    x = torch.randn(2, 4, 3)
    torch.testing.assert_close(layer(x), make(1, length=8)(x))
    assert "mask" not in dict(layer.named_parameters())
    assert "mask" not in layer.state_dict()
