"""What is behind the general sentences of docs/distributed/two-ways.md."""

from math import log

import pytest
import torch
import torch.distributed as dist
import torch.distributed.tensor.parallel as tp
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor

from attention.distributed import Traffic, on_ranks, vocabulary_loss
from attention.distributed.data import batch, losses_of
from attention.distributed.sequence_parallel import gather_tokens, scatter_tokens
from attention.distributed.two_ways import divide, tiny_llama
from tests.facts.draw import draw
from tests.facts.says import says


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_whole_logits_on_all_ranks_make_each_loss_larger_by_a_logarithm(n: int) -> None:
    says(
        "distributed/two-ways",
        r"If all ranks pass the logits of *all* words, as after an all-gather, each exponential is counted once on each of the \(n\) ranks, and the loss is too large by exactly",
        r"\[ \log n \]",
        r"The sum of the exponentials is \(n\) times as large, and its logarithm is larger by \(\log n\).",
        "The target's logit is still counted once: only rank 0 finds it among what it takes for its own words.",
    )
    logits, targets = 20 * draw(0, 6, 7), torch.tensor([0, 6, 3, 3, 1, 5])
    loss = nn.functional.cross_entropy(logits, targets, reduction="none")
    for found in on_ranks(n, vocabulary_loss, logits, targets):
        torch.testing.assert_close(found - loss, torch.full_like(loss, log(n)))


def test_backwards_each_half_of_an_all_reduce_takes_the_others_place() -> None:
    says(
        "distributed/two-ways",
        "In the backward pass, each takes the other's place.",
    )

    def calls() -> list[dict[str, int]]:
        found = []
        for function in (gather_tokens, scatter_tokens):
            out = function(x := draw(0, 4, 3).requires_grad_())
            with Traffic() as traffic:
                out.sum().backward()
            assert x.grad is not None
            found.append(dict(traffic.calls))
        return found

    assert on_ranks(2, calls)[0] == [{"reduce_scatter": 1}, {"all_gather": 1}]


def test_a_step_adds_parts_and_a_norm_over_gradients_is_that_of_one_process() -> None:
    says(
        "distributed/two-ways",
        "`full_tensor` adds the parts, and so does the optimizer's step.",
        "But `to_local` returns the part as it is.",
        "`clip_grad_norm_` counts right here because every parameter is a `DTensor`.",
    )

    def compute() -> tuple[bool, float, float]:
        alone, model = tiny_llama(), tiny_llama()
        divide(model, init_device_mesh("cpu", (2,)))
        losses_of(alone, batch()).mean().backward()
        with tp.loss_parallel():
            losses_of(model, batch()).mean().backward()
        norms = []
        for module in (alone, model):
            norm = nn.utils.clip_grad_norm_(module.parameters(), 0.1)
            norms.append(norm.full_tensor() if isinstance(norm, DTensor) else norm)
            torch.optim.SGD(module.parameters(), lr=1.0).step()
        grad = model.blocks[0].norm_1.scale.grad
        part = (grad.to_local() - grad.full_tensor()).abs().max().item()
        pairs = zip(model.parameters(), alone.parameters(), strict=True)
        off = max((p.full_tensor() - q).abs().max().item() for p, q in pairs)
        return all(isinstance(p, DTensor) for p in model.parameters()), part, max(
            off, (norms[0] - norms[1]).abs().item()
        )  # fmt: skip

    for every, part, off in on_ranks(2, compute):
        assert every
        assert part > 1e-4  # of what was clipped
        assert off < 1e-12


def test_with_plain_norms_beside_divided_weights_clipping_raises() -> None:
    says(
        "distributed/two-ways",
        "With the plan of the page before, the norms are plain tensors beside the `DTensor`s, and it raises an error.",
    )

    def clip() -> None:
        module = nn.Sequential(nn.LayerNorm(4), nn.Linear(4, 4)).double()
        mesh = init_device_mesh("cpu", (dist.get_world_size(),))
        tp.parallelize_module(module[1], mesh, tp.ColwiseParallel())
        module(draw(0, 3, 4)).sum().backward()
        nn.utils.clip_grad_norm_(module.parameters(), 0.1)

    with pytest.raises(RuntimeError, match=r"mixed torch\.Tensor and DTensor"):
        on_ranks(2, clip)


@pytest.mark.parametrize("n", [2, 3])
def test_copies_clipped_by_a_ranks_own_norm_drift_apart(n: int) -> None:
    says(
        "distributed/two-ways",
        "If each rank clips by its own norm, the ranks scale the same bias differently, and their copies drift apart.",
        "What is divided has to be added up, and what all ranks have must be counted once:",
    )
    divided, copy = draw(0, 6 * n), draw(1, 4)

    def clip() -> tuple[torch.Tensor, float]:
        own = divided.chunk(n)[dist.get_rank()]
        alone = torch.cat([own, copy]).norm()
        squares = own.square().sum()
        dist.all_reduce(squares)
        return copy * 0.1 / alone, (squares + copy.square().sum()).sqrt().item()

    (first, norm), (second, _), *_ = on_ranks(n, clip)
    assert (first - second).abs().max() > 1e-4
    assert norm == pytest.approx(torch.cat([divided, copy]).norm().item())
