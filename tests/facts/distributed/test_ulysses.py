"""What is behind the general sentences of docs/distributed/ulysses.md."""

from fractions import Fraction
from math import lcm
from typing import Any

import pytest
import torch
import torch.distributed as dist
from torch import Tensor

from attention.distributed import (
    SHAPES,
    Traffic,
    bytes_sent,
    exchange,
    on_ranks,
    ulysses_attention,
)
from attention.distributed.ring import causal
from publish.project import Project
from tests.facts.draw import draw
from tests.facts.says import says


@pytest.mark.parametrize("first", [(-3, -2), (-2, -3)])
def test_each_exchange_undoes_the_other_and_is_its_gradient(
    first: tuple[int, int],
) -> None:
    says(
        "distributed/ulysses",
        "The gradient of an exchange is the exchange that goes back, because it only moves numbers.",
        "Each exchange undoes the other, whichever is first.",
    )

    def there_and_back() -> tuple[bool, bool]:
        x = draw(dist.get_rank(), 2, 6, 12, 5).requires_grad_()
        there = exchange(x, *first)
        towards = draw(10 + dist.get_rank(), *there.shape)
        (slope,) = torch.autograd.grad((there * towards).sum(), x)
        back, slope_back = (exchange(t, *first[::-1]) for t in (there, towards))
        return torch.equal(back, x), torch.equal(slope, slope_back)

    assert on_ranks(3, there_and_back) == [(True, True)] * 3


def test_whole_sequences_are_computed_alike_and_bit_for_bit() -> None:
    says(
        "distributed/ulysses",
        "So any function that treats each head by itself will do, such as `scaled_dot_product_attention` with its fastest kernel.",
        "Positions are counted from 0 as always, and a causal mask leaves each rank the same work.",
        "What differs between heads, such as the slopes of [ALiBi](../modern/biases.md), has to be that of the rank's own heads.",
        "Nothing has to be merged, so here the results are equal bit for bit.",
    )
    q, k, v = (draw(n, 4, 16, 8) for n in range(3))

    def plain(q: Tensor, k: Tensor, v: Tensor) -> Tensor:  # without a mask, squared
        return ((q @ k.mT) ** 2) @ v / q.shape[-2]

    def compute(attend: Any) -> Tensor:
        rank, size = dist.get_rank(), dist.get_world_size()
        mine = [t.chunk(size, dim=1)[rank] for t in (q, k, v)]
        return ulysses_attention(*mine, attend=attend)

    for attend in (causal, plain):
        found = torch.cat(on_ranks(4, compute, attend), dim=1)
        torch.testing.assert_close(found, attend(q, k, v), rtol=1e-13, atol=1e-13)

    def sloping(q: Tensor, k: Tensor, v: Tensor, first: int = 0) -> Tensor:
        slopes = 0.5 ** torch.arange(first, first + len(q))[:, None, None]
        places = torch.arange(q.shape[-2])
        bias = -slopes * (places[:, None] - places).abs()
        return (q @ k.mT + bias).softmax(dim=-1) @ v

    def own(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return sloping(q, k, v, first=dist.get_rank())

    for attend, right in ((sloping, False), (own, True)):
        found = torch.cat(on_ranks(4, compute, attend), dim=1)
        assert torch.allclose(found, sloping(q, k, v), rtol=1e-13) == right


def test_an_unchecked_exchange_is_wrong_and_raises_nothing(
    project: Project,
) -> None:
    says(
        "distributed/ulysses",
        "`chunk` makes two parts, not four, and the all-to-all cuts these in half, wherever that is.",
        "The shapes of the results are right and their numbers are not.",
        "Nothing is raised, and nothing would be in a backward pass.",
        "`ulysses_attention` refuses such groups on every rank before it sends anything.",
        "Autograd adds up the gradients of the copies.",
    )
    import attention.distributed.head_exchange as exchanges

    q, k, v = draw(0, 4, 16, 8), draw(1, 2, 16, 8), draw(2, 2, 16, 8)
    whole = causal(q, k, v)

    def forward(checked: bool) -> tuple[float, int]:
        rank, size = dist.get_rank(), dist.get_world_size()
        mine = [t.chunk(size, dim=1)[rank].clone().requires_grad_() for t in (q, k, v)]
        if not checked:
            exchanges.check_ranks = lambda *_: (rank, size)  # of this rank's copy
        with Traffic() as traffic:
            try:
                found = ulysses_attention(*mine, attend=causal)
            except ValueError:
                return -1.0, traffic.calls.total()
        expected = whole.chunk(size, dim=1)[rank]
        assert found.shape == expected.shape
        found.sum().backward()
        return (found - expected).abs().max().item(), 0

    assert on_ranks(4, forward, True) == [(-1.0, 0)] * 4
    assert min(off for off, _ in on_ranks(4, forward, False)) > 0.1


@pytest.mark.parametrize(
    ("p", "b", "h", "g", "d"), [(2, 3, 4, 4, 5), (4, 2, 8, 4, 3), (3, 1, 6, 3, 2)]
)
def test_bytes_of_the_exchanges_and_of_the_ring_cross_at_a_number_of_ranks(
    p: int, b: int, h: int, g: int, d: int
) -> None:
    says(
        "distributed/ulysses",
        r"\[ 2 \, \frac{p - 1}{p} \, b \, (h + g) \, d \]",
        r"The ring sends \(2 \, (p - 1) \, b \, g \, d\), which is \(p \, g / (h + g)\) times as many.",
        r"So in the forward pass, both send the same with \(1 + h / g\) ranks, and with more ranks, the exchanges send less.",
    )

    def passed() -> int:
        shapes = (h, b, d), (g, b, d), (g, b, d)
        mine = [draw(n, *shape) for n, shape in enumerate(shapes)]
        with Traffic() as traffic:
            ulysses_attention(*mine, attend=causal)
        return traffic.bytes["all_to_all"] // 8

    exchanged = Fraction(2 * (p - 1), p) * b * (h + g) * d
    for each in on_ranks(p, passed):
        assert Fraction(each * (p - 1), p) == exchanged  # without its own part
    ring = 2 * (p - 1) * b * g * d
    assert ring / exchanged == Fraction(p * g, h + g)
    for p in range(2, 100):
        less = Fraction(p * g, h + g) - 1
        assert (less > 0) == (p > 1 + h / g)
        assert (less == 0) == (p == 1 + h / g)


def test_in_a_training_step_fewer_ranks_are_enough() -> None:
    says(
        "distributed/ulysses",
        "In the backward pass, the exchanges send as much again, but the ring sends more than before, because gradients travel along.",
        "So in a whole training step, fewer ranks are enough for the exchanges to send less: for Llama 3 70B, [eight](which.md#first).",
    )
    h, g = 64, 8
    for p in (2, 4, 8, 16):
        ring = 2 * (p - 1) * g  # times b d
        exchanged = Fraction(2 * (p - 1), p) * (h + lcm(g, p))
        backwards = ring + 2 * p * g
        assert (exchanged < ring) == (p > 8)
        assert (2 * exchanged < ring + backwards) == (p >= 8)
        # with the forward pass repeated, as on the page about which and when
        whole = [
            bytes_sent(SHAPES["Llama 3 70B"], w, p, 64) for w in ("ring", "ulysses")
        ]
        assert (whole[1] < whole[0]) == (p >= 8)


def test_with_one_group_the_ring_always_sends_less() -> None:
    says(
        "distributed/ulysses",
        r"No. In units of \(2 \frac{p-1}{p} b d\), the ring sends \(p g = p\), and Ulysses sends the heads and a copy of the group for each rank, \(h + p\).",
        r"From \(1 + h / g\) ranks on, it sends no more than the ring, as long as the ranks divide the groups.",
    )
    h, g = 8, 1
    for p in range(2, 9):
        assert p * g == p < h + lcm(g, p) == h + p


def test_the_ring_takes_any_number_of_ranks_and_the_exchanges_as_many_as_heads() -> (
    None
):
    says(
        "distributed/ulysses",
        "The ring takes any number of ranks that divides the tokens, and Ulysses no more ranks than there are heads.",
    )

    def compute() -> Tensor:
        return ulysses_attention(*(draw(n, 2, 3, 4) for n in range(3)), attend=causal)

    with pytest.raises(RuntimeError, match=r"2 heads of queries. Got 3 ranks"):
        on_ranks(3, compute)
