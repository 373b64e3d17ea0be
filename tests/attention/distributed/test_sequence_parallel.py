"""Tokens divided between layers, and layers in two dimensions, against one process."""

from collections.abc import Callable

import pytest
import torch
import torch.distributed as dist
import torch.distributed.tensor.parallel as tp
from torch import Tensor, nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

from attention import Attention, FeedForward
from attention.distributed import OnRanks, gather_tokens, on_ranks, scatter_tokens
from attention.distributed.data import batch, losses_of
from attention.distributed.two_ways import divide, main, tiny_llama
from tests.attention.expect import assert_close, numbered, random

LAYERS = {
    "heads": lambda: Attention(6, 6, 8, 0.0, 8, num_kv_groups=4, head_dim=2),
    "hidden": lambda: FeedForward(6, 12),
}


@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize("name", LAYERS)
def test_divided_tokens_give_the_outputs_and_the_gradients_of_the_whole(
    name: str, size: int
):
    layer, norm, x = (
        numbered(LAYERS[name]()),
        numbered(nn.LayerNorm(6)),
        random(3, 8, 6),
    )
    x.requires_grad_()

    def gradients(x: Tensor, layer: nn.Module) -> list[Tensor]:
        out = x + layer(norm(x))
        weights = [x, norm.weight, norm.bias]
        return [out, *torch.autograd.grad(out.square().sum(), weights)]

    def compute() -> list[Tensor]:
        ours = OnRanks(layer, enter=gather_tokens, leave=scatter_tokens)
        mine = x.detach().chunk(size, dim=-2)[dist.get_rank()].requires_grad_()
        out, *found = gradients(mine, ours)
        for part in found[1:]:
            dist.all_reduce(part)
        return [out.detach(), *found]

    wanted = [found.detach() for found in gradients(x, layer)]
    results = list(zip(*on_ranks(size, compute), strict=True))
    for parts, expected in zip(results[:2], wanted[:2], strict=True):
        assert_close(torch.cat(parts, dim=-2), expected)
    for parts, expected in zip(results[2:], wanted[2:], strict=True):
        for part in parts:
            assert_close(part, expected)


@pytest.mark.parametrize("size", [2, 4])
def test_each_gradient_of_a_llama_divided_once_or_twice_is_that_of_one_process(
    size: int,
):
    alone = tiny_llama()
    losses_of(alone, batch()).mean().backward()

    def compute() -> list[float]:
        mesh = init_device_mesh(
            "cpu", (size // 2, 2), mesh_dim_names=("data", "tensor")
        )
        model = tiny_llama()
        divide(model, mesh["tensor"])
        if size > 2:
            for module in (*model.blocks, model):
                fully_shard(module, mesh=mesh["data"])
        mine = batch().chunk(size // 2)[mesh["data"].get_local_rank()]
        with tp.loss_parallel():
            losses_of(model, mine).mean().backward()
        pairs = zip(model.parameters(), alone.parameters(), strict=True)
        return [(p.grad.full_tensor() - q.grad).abs().max().item() for p, q in pairs]

    assert max(map(max, on_ranks(size, compute))) < 1e-15


def divide_among(size: int) -> None:
    divide(tiny_llama(), init_device_mesh("cpu", (size,)))


@pytest.mark.parametrize(
    ("size", "function", "args", "says"),
    [
        (
            3,
            scatter_tokens,
            (torch.ones(4, 6),),
            "must divide 4 tokens. Got 3 ranks",
        ),
        (3, divide_among, (3,), "must divide 2 groups. Got 3 ranks"),
        (3, main, (), "must be pairs that divide 8 sequences. Got 3 ranks"),
    ],
)
def test_what_ranks_do_not_divide_is_refused_on_every_rank(
    size: int, function: Callable[..., object], args: tuple[object, ...], says: str
):
    with pytest.raises(RuntimeError) as refused:
        on_ranks(size, function, *args)
    lines = str(refused.value).splitlines()
    assert len(lines) == size
    assert all(says in line for line in lines)
