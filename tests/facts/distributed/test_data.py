"""What is behind the general sentences of docs/distributed/data.md."""

import copy

import pytest
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel

from attention import GPT
from attention.distributed import Traffic, average_gradients, on_ranks
from attention.distributed.data import batch, losses_of, tiny_gpt
from tests.facts.says import says


def gradient(ids: torch.Tensor) -> torch.Tensor:
    model = tiny_gpt()
    losses_of(model, ids).mean().backward()
    return torch.cat(
        [p.grad.flatten() for p in model.parameters() if p.grad is not None]
    )


@pytest.mark.parametrize("sizes", [[8], [6, 2], [1, 3, 4], [2, 2, 2, 2]], ids=str)
def test_the_gradient_of_a_batch_is_a_weighted_mean_of_those_of_its_parts(
    sizes: list[int],
) -> None:
    says(
        "distributed/data",
        r"With \(g_r\) the gradient of the mean loss over rank \(r\)'s \(m_r\) examples, and \(m = \sum_r m_r\), the gradient of the whole batch is",
        r"\[ g = \sum_r \frac{m_r}{m} \, g_r \]",
        r"If all ranks have equally many examples, this is the mean of the \(g_r\), and otherwise it is in general not.",
    )
    m = sum(sizes)
    g_r = [gradient(part) for part in batch().split(sizes)]
    g = sum(m_r / m * g for m_r, g in zip(sizes, g_r, strict=True))
    torch.testing.assert_close(g, gradient(batch()), rtol=0, atol=1e-15)
    mean = torch.stack(g_r).mean(dim=0)
    assert torch.allclose(mean, gradient(batch()), rtol=0, atol=1e-15) == (
        len(set(sizes)) == 1
    )


def test_pieces_need_one_all_reduce_and_no_sync_saves_the_others() -> None:
    says(
        "distributed/data",
        "Gradients add up, so one all-reduce after the last piece is enough.",
        "`no_sync` keeps DDP from calling one after each.",
    )

    def step(waits: bool) -> tuple[torch.Tensor, int]:
        model = DistributedDataParallel(tiny_gpt())
        with Traffic() as traffic:
            for piece, ids in enumerate(batch().chunk(2)[dist.get_rank()].chunk(4)):
                model.require_backward_grad_sync = not waits or piece == 3
                (losses_of(model, ids).mean() / 4).backward()
        gradients = [p.grad for p in model.parameters() if p.grad is not None]
        return torch.cat([g.flatten() for g in gradients]), traffic.calls["all_reduce"]

    for waits, calls in ((True, 1), (False, 4)):
        found, counted = on_ranks(2, step, waits)[1]
        assert counted == calls
        torch.testing.assert_close(found, gradient(batch()), rtol=0, atol=1e-15)


@pytest.mark.parametrize("num_layers", [1, 3])
def test_a_block_is_gathered_twice_and_what_is_outside_once(num_layers: int) -> None:
    says(
        "distributed/data",
        "Each block is gathered in the forward pass and again in the backward pass, and the rest once, because `fully_shard` keeps the weights of the outermost module between the two passes.",
        "Each group has one reduce-scatter.",
    )

    def count() -> dict[str, int]:
        model, mesh = GPT(11, 8, 16, num_layers, 4), init_device_mesh("cpu", (2,))
        for block in model.blocks:
            fully_shard(block, mesh=mesh)
        fully_shard(model, mesh=mesh)
        with Traffic() as traffic:
            losses_of(model, batch()).mean().backward()
        return dict(traffic.calls)

    groups = num_layers + 1
    wanted = {"all_gather": 2 * num_layers + 1, "reduce_scatter": groups}
    assert on_ranks(2, count) == [wanted, wanted]


def test_the_stages_are_those_of_the_papers_first_figure() -> None:
    says(
        "distributed/data",
        "The numbers for 64 ranks are those of the paper's first figure.",
        "Adam's state is the largest part: beside a bfloat16 weight and gradient of two bytes each, it holds a float32 copy of the weight and two float32 moments, twelve bytes.",
    )
    kept = [2, 2, 4 + 4 + 4]
    for stage, printed in enumerate((120, 31.4, 16.6, 1.9)):
        parts = [
            size * 7.5 / (64 if stage >= first else 1)
            for size, first in zip(kept, (3, 2, 1), strict=True)
        ]
        assert round(sum(parts), 1) == printed


@pytest.mark.parametrize("idle", [1, 2, 3])
def test_a_mean_of_no_tokens_is_nan_and_its_gradients_are_zero(idle: int) -> None:
    says(
        "distributed/data",
        "The gradients do not: those of rank 1 are sums over no tokens, which are zero, and averaged gradients are half of what they should be.",
    )
    whole = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh()).double()
    x = torch.arange(18.0, dtype=torch.float64).view(6, 3) / 9

    def step() -> tuple[bool, list[torch.Tensor | None]]:
        model = copy.deepcopy(whole)
        mine = x if dist.get_rank() == 0 else x[:0]
        loss = model(mine).square().sum(dim=-1).mean()
        loss.backward()
        average_gradients(model)
        return bool(loss.isnan()), [p.grad for p in model.parameters()]

    whole(x).square().sum(dim=-1).mean().backward()
    wanted = [p.grad / (idle + 1) for p in whole.parameters() if p.grad is not None]
    for rank, (is_nan, found) in enumerate(on_ranks(idle + 1, step)):
        assert is_nan == (rank > 0)
        torch.testing.assert_close(found, wanted)
