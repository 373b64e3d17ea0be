"""What is behind the general sentences of docs/mistakes/shapes.md."""

import pytest
import torch
from torch import Tensor, nn

BATCH, TOKENS, WIDTH = 2, 6, 4


@pytest.mark.parametrize("seed", range(3))
def test_four_mistakes_are_silent_and_still_wrong(seed: int) -> None:
    torch.manual_seed(seed)
    x = torch.randn(BATCH, TOKENS, WIDTH)
    right = x.view(BATCH, TOKENS, 2, 2).transpose(1, 2)
    values = torch.softmax(right @ right.mT, dim=-1) @ right
    merged = values.transpose(1, 2).reshape(x.shape)

    def softmax(over: int) -> Tensor:
        return torch.softmax(x @ x.mT, dim=over) @ x

    assert softmax(1).shape == softmax(-1).shape
    assert not torch.allclose(softmax(1), softmax(-1))

    layer = nn.MultiheadAttention(WIDTH, 2)  # batch_first was forgotten
    alone = layer(x[:1], x[:1], x[:1])[0]
    assert layer(x, x, x)[0].shape == x.shape
    assert not torch.allclose(layer(x, x, x)[0][:1], alone, atol=1e-4)

    split = x.view(BATCH, 2, TOKENS, 2)
    assert split.shape == right.shape
    assert not torch.equal(split, right)

    together = values.reshape(x.shape)
    assert together.shape == merged.shape
    assert not torch.allclose(together, merged)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "sizes", [(2, 6, 4), (8, 4, 64), (3, 2, 5), (1, 7, 2), (5, 1, 2), (5, 7, 1)]
)
def test_three_sizes_raise(sizes: tuple[int, int, int]) -> None:
    x = torch.zeros(sizes)
    with pytest.raises(RuntimeError):
        x @ x.T


def test_one_query_gets_ones() -> None:
    assert torch.equal(torch.softmax(torch.randn(1, 6), dim=0), torch.ones(1, 6))


@pytest.mark.parametrize("shape", [(2, 6), (3, 4, 5)])
def test_memory_is_shared(shape: tuple[int, ...]) -> None:
    x = torch.randn(shape)
    assert x.transpose(0, 1).data_ptr() == x.data_ptr()
    assert x.view(-1).data_ptr() == x.data_ptr()
