"""Experts on several ranks against all experts in one process."""

import pytest
import torch
import torch.distributed as dist
from torch import Tensor, nn

from attention import MixtureOfExperts, Router, SwiGLU
from attention.distributed import ExpertsOnRanks, on_ranks, travel
from attention.distributed.experts import main
from tests.attention.expect import assert_close, numbered, random


def mixture(top_k: int = 2, shared: bool = False) -> MixtureOfExperts:
    experts = [SwiGLU(3, 5) for _ in range(4)]
    mixed = MixtureOfExperts(
        Router(3, 4, top_k), experts, SwiGLU(3, 2) if shared else None
    )
    return numbered(mixed)


@pytest.mark.parametrize("sizes", [[7], [4, 3], [7, 0], [1, 0, 5, 1]], ids=str)
@pytest.mark.parametrize(("top_k", "shared"), [(1, False), (2, True), (4, False)])
def test_each_rank_gets_what_the_whole_mixture_makes_of_its_tokens(
    sizes: list[int], top_k: int, shared: bool
):
    x, size = random(sum(sizes), 3), len(sizes)
    whole, all_x = mixture(top_k, shared), x.clone().requires_grad_()
    expected = whole(all_x)
    expected.square().sum().backward()
    chosen, _ = whole.router(x)

    def compute() -> tuple[Tensor, Tensor | None, list[Tensor], int]:
        rank, layer = dist.get_rank(), ExpertsOnRanks(mixture(top_k, shared))
        mine = x.split(sizes)[rank].clone().requires_grad_()
        out = layer(mine)
        out.square().sum().backward()
        off = []
        for number, expert in enumerate(layer.experts):
            theirs = whole.experts[rank * len(layer.experts) + number]
            pairs = zip(expert.parameters(), theirs.parameters(), strict=True)
            for ours, other in pairs:
                assert ours.grad is not None  # of an idle expert it is zeros
                gradient = torch.zeros(()) if other.grad is None else other.grad
                off.append((ours.grad - gradient).abs().max())
        return out.detach(), mine.grad, off, sum(layer.rows)

    results = on_ranks(size, compute)
    assert_close(torch.cat([out for out, *_ in results]), expected.detach())
    slopes = [slope for _, slope, *_ in results if slope is not None]
    assert_close(torch.cat(slopes), all_x.grad)
    assert max(max(off) for *_, off, _ in results) < 1e-12
    of_expert = chosen.flatten().bincount(minlength=4)
    assert [rows for *_, rows in results] == of_expert.view(size, -1).sum(1).tolist()


def test_other_axes_half_precision_and_autocast_are_taken_as_by_the_whole():
    x = random(2, 3, 3)

    def compute() -> list[bool]:
        whole, layer = mixture(), ExpertsOnRanks(mixture())
        same = [torch.allclose(layer(x), whole(x))]
        with torch.autocast("cpu", torch.bfloat16):
            found, expected = (each.float()(x.float()) for each in (layer, whole))
        same += [found.dtype == expected.dtype, torch.allclose(found, expected)]
        found, expected = (each.bfloat16()(x.bfloat16()) for each in (layer, whole))
        return [*same, torch.allclose(found, expected, rtol=0.02)]

    assert all(all(same) for same in on_ranks(2, compute))


def test_rows_travel_and_their_gradients_the_way_back():
    def there() -> tuple[list[float], bool]:
        rank = dist.get_rank()
        sent, taken = [[1, 2], [3, 0]][rank], [[1, 3], [2, 0]][rank]
        x = (torch.arange(3.0) + 10 * rank)[:, None].requires_grad_()
        out = travel(x, sent, taken)
        out.square().sum().backward()
        assert x.grad is not None
        return out[:, 0].tolist(), torch.equal(x.grad, 2 * x)

    assert on_ranks(2, there) == [([0, 10, 11, 12], True), ([1, 2], True)]


class Wrong(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x[:, :1]


def test_experts_that_return_something_else_are_refused_on_their_rank():
    layer = mixture()
    layer.experts[3] = Wrong()
    with pytest.raises(RuntimeError, match=r"^rank 1 of 2: ValueError: .*, 1\)"):
        on_ranks(2, lambda: ExpertsOnRanks(layer)(random(6, 3)), timeout=5.0)


def test_experts_that_ranks_do_not_divide_are_refused_on_every_rank():
    with pytest.raises(RuntimeError) as refused:
        on_ranks(3, main)
    lines = str(refused.value).splitlines()
    assert len(lines) == 3
    says = "ValueError: the ranks must divide 8 experts. Got 3 ranks."
    assert all(says in line for line in lines)


@pytest.mark.parametrize("size", [2, 8])
def test_outputs_and_gradients_of_the_page_are_those_of_one_process(size: int):
    first, *lines, _ = on_ranks(size, main)[0].splitlines()
    weights = first.split(" weights")[0].split()[-1].replace(",", "")
    rows = 24 // size * 8
    for line in lines:
        assert f"{rows} outputs and {weights} gradients" in line
