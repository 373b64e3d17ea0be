"""Attention around a ring of ranks, forward and backward, against one process."""

import time

import pytest
import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import Tensor

from attention.distributed import on_ranks, positions_of_ranks, ring_attention
from attention.distributed.ring import main
from tests.attention.expect import assert_close, random, refuses, unchecked, with_slopes


def whole(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    return F.scaled_dot_product_attention(
        queries, keys, values, is_causal=True, enable_gqa=True
    )


def given(num_tokens: int, groups: int) -> list[Tensor]:
    """Two texts, six heads; values are narrower than keys."""
    shapes = (
        (2, 6, num_tokens, 5),
        (2, groups, num_tokens, 5),
        (2, groups, num_tokens, 3),
    )
    return [random(*s, seed=n).requires_grad_() for n, s in enumerate(shapes)]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("groups", [6, 2, 1])
def test_contexts_and_gradients_are_those_of_one_process_in_any_order(
    size: int, groups: int
):
    num_tokens = 6 * size
    tensors = given(num_tokens, groups)
    wanted = with_slopes(whole(*tensors), tensors)
    towards = random(*wanted[0].shape, seed=9)

    def compute(positions: Tensor) -> list[Tensor]:
        mine = positions[dist.get_rank()]
        parts = [t.detach()[:, :, mine].requires_grad_() for t in tensors]
        out = ring_attention(*parts, positions=positions)
        slopes = torch.autograd.grad((out * towards[:, :, mine]).sum(), parts)
        pairs = zip([out, *slopes], wanted, strict=True)
        return [(a - b[:, :, mine]).abs().max() for a, b in pairs]

    shuffled = torch.randperm(num_tokens, generator=torch.Generator().manual_seed(0))
    for positions in (
        positions_of_ranks(num_tokens, size),
        positions_of_ranks(num_tokens, size, zigzag=True),
        shuffled.view(size, -1),
    ):
        for off in on_ranks(size, compute, positions):
            assert max(off) < 1e-12


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_narrow_numbers_are_added_in_float32_forwards_and_backwards(dtype: torch.dtype):
    tensors = [t.detach().to(dtype) for t in given(32, 2)]
    exact = [t.float().requires_grad_() for t in tensors]
    wanted = with_slopes(whole(*exact), exact)
    positions = positions_of_ranks(32, 4)

    def compute() -> tuple[list[Tensor], list[torch.dtype]]:
        mine = positions[dist.get_rank()]
        parts = [t[:, :, mine].requires_grad_() for t in tensors]
        towards = random(*wanted[0].shape, seed=9, dtype=torch.float32)[:, :, mine]
        out = ring_attention(*parts, positions=positions)
        found = [out, *torch.autograd.grad((out * towards).sum(), parts)]
        return [t.detach().float() for t in found], [t.dtype for t in found]

    results = on_ranks(4, compute)
    for place, expected in enumerate(wanted):
        found = torch.cat([tensors[place] for tensors, _ in results], dim=-2)
        assert (found - expected).abs().max() < 4 * torch.finfo(dtype).eps
    assert {each for _, dtypes in results for each in dtypes} == {dtype}


def test_a_second_derivative_is_refused():
    def twice() -> None:
        tensors = given(4, 2)
        out = ring_attention(*tensors, positions=positions_of_ranks(4, 1))
        torch.autograd.grad(out.sum(), tensors, create_graph=True)

    with pytest.raises(RuntimeError, match="ring_attention has no second derivative"):
        on_ranks(1, twice)


def test_a_sequence_that_ranks_do_not_divide_is_refused():
    refuses(
        "num_tokens must be divisible by 3, the number of pieces of 3 ranks. Got 32.",
        positions_of_ranks, 32, 3,
    )  # fmt: skip
    message = (
        "num_tokens must be divisible by 8, the number of pieces of 4 ranks. Got 4."
    )
    refuses(message, positions_of_ranks, 4, 4, zigzag=True)
    refuses("ranks must be at least 1. Got 0.", positions_of_ranks, 4, 0)
    with pytest.raises(RuntimeError) as refused:
        on_ranks(3, main)
    lines = str(refused.value).splitlines()
    assert len(lines) == 3
    assert all(
        "ValueError: num_tokens must be divisible by 3" in line for line in lines
    )


Q, K, V = (2, 6, 4, 5), (2, 2, 4, 5), (2, 2, 4, 3)
WRONG = {
    "world": ((Q, K, V), 3, r"positions must have shape \(ranks=2, part=4\)"),
    "tokens": ((Q, (2, 2, 5, 5), V), 2, r"keys must have shape .* part=4"),
    "values": ((Q, K, (2, 2, 5, 3)), 2, r"values must have shape .* part=4"),
    "width": ((Q, (2, 2, 4, 6), V), 2, r"keys must have shape .* d_k=5"),
    "heads": ((Q, (2, 4, 4, 5), V), 2, r"num_heads must be divisible by num_groups=4"),
    "groups": ((Q, K, (2, 1, 4, 3)), 2, r"values must have shape .*num_groups=2"),
    "batch": ((Q, (1, 2, 4, 5), V), 2, "must have the same batch axes"),
    "axes": (((4, 5), (4, 5), (4, 3)), 2, "queries must have shape"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_fit_is_refused_on_every_rank_before_it_is_sent(name: str):
    shapes, rows, says = WRONG[name]

    def attend() -> None:
        ring_attention(
            *(random(*s) for s in shapes), positions=positions_of_ranks(4 * rows, rows)
        )

    with unchecked(), pytest.raises(RuntimeError) as refused:
        on_ranks(2, attend)
    lines = str(refused.value).splitlines()
    assert len(lines) == 2
    for line in lines:
        assert "ValueError" in line
        with pytest.raises(ValueError, match=says):
            raise ValueError(line)


def test_a_rank_whose_part_is_shorter_ends_the_others_soon():
    def attend() -> None:
        shape = (2, 3 if dist.get_rank() == 1 else 4, 5)
        ring_attention(
            *(random(*shape) for _ in range(3)), positions=positions_of_ranks(12, 3)
        )

    began = time.monotonic()
    says = r"^rank 1 of 3: ValueError: positions must have shape"
    with unchecked(), pytest.raises(RuntimeError, match=says):
        on_ranks(3, attend, timeout=2)
    assert time.monotonic() - began < 20


def test_the_page_counts_everything_as_in_one_process():
    assert on_ranks(8, main)[0].count("1024 of 1024 outputs and 2048 of 2048") == 2
    assert_close(positions_of_ranks(8, 2).flatten(), torch.arange(8))
