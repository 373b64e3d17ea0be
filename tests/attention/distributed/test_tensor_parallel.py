"""Layers whose heads and hidden numbers are on several ranks, against whole ones."""

import pytest
import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import Tensor, nn

from attention import Attention, FeedForward, RotaryPositions
from attention.distributed import OnRanks, on_ranks, vocabulary_loss
from attention.distributed.tensor import main
from tests.attention.expect import assert_close, numbered, random, with_slopes

LAYERS = {
    "heads": lambda: Attention(6, 8, 7, 0.0, 4, qkv_bias=True),
    "groups": lambda: Attention(
        6, 6, 7, 0.0, 8, num_kv_groups=4, head_dim=2, out_bias=False, attend=None,
        rotary=RotaryPositions(7, 2),
    ),
    "hidden": lambda: FeedForward(6, 12),
}  # fmt: skip


@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize("name", LAYERS)
def test_a_divided_layer_gives_the_outputs_and_the_gradients_of_the_whole(
    name: str, size: int
):
    layer, x = numbered(LAYERS[name]()), random(3, 5, 6).requires_grad_()
    names = dict(layer.named_parameters())
    wanted = with_slopes(layer(x), [x, *names.values()])
    whole = dict(zip(names, wanted[2:], strict=True))

    def compute() -> list[Tensor]:
        divided, rank = OnRanks(layer), dist.get_rank()
        parts = dict(divided.part.named_parameters())
        if divided.bias is not None:  # which is kept apart, and added once
            parts[list(names)[-1]] = divided.bias
        found = with_slopes(divided(x), [x, *parts.values()])
        off = [found[0] - wanted[0], found[1] - wanted[1]]
        for part, gradient in zip(parts, found[2:], strict=True):
            expected = whole.pop(part)
            for dim in range(gradient.dim()):  # those of this rank
                if gradient.shape[dim] < expected.shape[dim]:
                    expected = expected.chunk(size, dim)[rank]
            off.append(gradient - expected)
        assert not whole
        return [difference.abs().max() for difference in off]

    for off in on_ranks(size, compute):
        assert max(off) < 1e-12


@pytest.mark.parametrize("size", [1, 2, 4])
def test_the_loss_of_divided_words_is_cross_entropy_with_its_gradient(size: int):
    logits, targets = 50 * random(2, 3, 8), torch.tensor([[0, 7, 3], [4, 4, 1]])
    whole = logits.clone().requires_grad_()
    losses = F.cross_entropy(whole.mT, targets, reduction="none")
    wanted = with_slopes(losses, [whole])

    def compute() -> list[Tensor]:
        mine = logits.chunk(size, dim=-1)[dist.get_rank()].clone().requires_grad_()
        return with_slopes(vocabulary_loss(mine, targets), [mine])

    results = on_ranks(size, compute)
    for losses, _ in results:
        assert_close(losses, wanted[0])
    assert_close(torch.cat([slope for _, slope in results], dim=-1), wanted[1])


@pytest.mark.parametrize(
    ("layer", "says"),
    [
        (Attention(6, 6, 7, 0.0, 6, num_kv_groups=2), "2 groups. Got 3 ranks"),
        (FeedForward(6, 8), "8 hidden numbers. Got 3 ranks"),
    ],
)
def test_what_ranks_do_not_divide_is_refused_on_every_rank(layer: nn.Module, says: str):
    with pytest.raises(RuntimeError) as refused:
        on_ranks(3, OnRanks, layer)
    lines = str(refused.value).splitlines()
    assert len(lines) == 3
    assert all(f"ValueError: the ranks must divide {says}." in line for line in lines)


def test_both_layers_of_the_page_are_those_of_one_process():
    assert on_ranks(2, main)[0].count("192 of 192 outputs and 192 of 192") == 2
