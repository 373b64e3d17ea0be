"""Averaged gradients and weights in shards, against one process."""

import pytest
import torch
import torch.distributed as dist
from torch import Tensor, nn

from attention.distributed import (
    average_gradients,
    gather_weights,
    mean_over_ranks,
    on_ranks,
    scatter_gradients,
    shard_of,
)
from attention.distributed.data import main
from tests.attention.expect import assert_close, numbered, random


def model() -> nn.Module:  # 39 weights, which neither 2 nor 4 divides
    return numbered(nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2)))


def losses(net: nn.Module, x: Tensor) -> Tensor:
    return net(x).square().sum(dim=-1)


@pytest.mark.parametrize("sizes", [[7], [3, 4], [6, 1], [7, 0], [1, 0, 5, 1]], ids=str)
def test_steps_on_ranks_are_those_of_one_process_however_the_batch_is_divided(
    sizes: list[int],
):
    x, alone = random(sum(sizes), 4), model()
    losses(alone, x).mean().backward()
    wanted = [p.grad for p in alone.parameters()]
    optimizer = torch.optim.AdamW(alone.parameters(), lr=0.1)
    optimizer.step()

    def step() -> tuple[list[Tensor | None], list[Tensor], Tensor]:
        mine, nets = x.split(sizes)[dist.get_rank()], [model(), model()]
        values = [mean_over_ranks(losses(net, mine)) for net in nets]
        for value in values:
            value.backward()
        average_gradients(nets[0])
        shard = shard_of(nets[1]).requires_grad_()
        shard.grad = scatter_gradients(nets[1])
        torch.optim.AdamW([shard], lr=0.1).step()
        gather_weights(nets[1], shard.detach())
        gradients = [p.grad for p in nets[0].parameters()]
        return gradients, [p.detach() for p in nets[1].parameters()], values[0].detach()

    results = on_ranks(len(sizes), step)
    for gradients, weights, _ in results:
        for found, expected in zip(gradients, wanted, strict=True):
            assert_close(found, expected)
        for found, parameter in zip(weights, alone.parameters(), strict=True):
            assert_close(found, parameter.detach())
    value = torch.stack([value for *_, value in results]).mean()
    assert_close(value, losses(model(), x).mean().detach())


def test_a_parameter_without_a_gradient_is_named_on_every_rank():
    with pytest.raises(
        RuntimeError, match=r"0\.weight has none\.\n.*0\.weight has none"
    ):
        on_ranks(2, lambda: average_gradients(model()))


def test_a_batch_that_ranks_do_not_divide_is_refused_on_every_rank():
    with pytest.raises(RuntimeError) as refused:
        on_ranks(3, main)
    lines = str(refused.value).splitlines()
    assert len(lines) == 3
    assert all("must divide 8 sequences. Got 3 ranks." in line for line in lines)


def test_two_machines_with_four_ranks_each_divide_the_batch():
    assert on_ranks(8, main)[0].count("6,896 weights as in one process") == 2
