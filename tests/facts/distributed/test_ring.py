"""What is behind the general sentences of docs/distributed/ring.md."""

import runpy
from typing import Any

import pytest
import torch
import torch._dynamo
import torch.distributed as dist
import torch.nn.functional as F
from torch import Tensor
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental import context_parallel
from torch.distributed.tensor.experimental._attention import set_rotate_method
from torch.distributed.tensor.experimental._context_parallel._attention import (
    _create_rotater,
)

from attention import merge_parts, rotate
from attention.distributed import (
    Traffic,
    on_ranks,
    pass_on,
    positions_of_ranks,
    ring_attention,
)
from attention.distributed.ring import causal
from tests.facts.draw import draw
from tests.facts.says import says


def test_what_is_merged_by_log_sums_is_whole_and_a_mean_is_not() -> None:
    says(
        "distributed/ring",
        "The blocks have to be merged by their log-sum-exps, because each has its own share of the sum of exponentials.",
        "A mean of the four contexts is something else:",
    )
    for seed in range(20):
        scores, values = draw(seed, 3, 24), draw(seed + 100, 24, 5)
        whole = scores.softmax(-1) @ values
        cut = zip(scores.chunk(4, dim=-1), values.chunk(4), strict=True)
        parts = [(s.softmax(-1) @ v, s.logsumexp(-1)) for s, v in cut]
        merged = parts[0]
        for part in parts[1:]:
            merged = merge_parts(*merged, *part)
        torch.testing.assert_close(merged[0], whole)
        mean = torch.stack([contexts for contexts, _ in parts]).mean(dim=0)
        assert (mean - whole).abs().max() > 0.05
        even = scores - torch.cat(  # the cause taken away: each has the same share
            [s.logsumexp(-1, keepdim=True).expand_as(s) for s in scores.chunk(4, -1)],
            dim=-1,
        )
        torch.testing.assert_close(mean, even.softmax(-1) @ values)


def test_log_sums_give_a_blocks_weights_and_values_have_gradients_from_all() -> None:
    says(
        "distributed/ring",
        r"So a block gives its weights without the other blocks:",
        r"\[ \weight{\alpha_{ij}} = e^{\score{\omega_{ij}} - L_i} \]",
        r"\[ \frac{\partial \ell}{\partial \value{v_j}} = \sum_i \weight{\alpha_{ij}} \, g_i \]",
    )
    omega, v = draw(0, 6, 6), draw(1, 6, 3).requires_grad_()
    omega = omega.masked_fill(torch.ones(6, 6).triu(1).bool(), -torch.inf)
    g = draw(2, 6, 3)
    L = omega.logsumexp(-1)
    z = omega.softmax(-1) @ v
    (slope,) = torch.autograd.grad((z * g).sum(), v)
    for j in range(6):
        alpha_j = torch.exp(omega[:, j] - L)  # from the block alone, and L
        torch.testing.assert_close(alpha_j, omega.softmax(-1)[:, j])
        found = sum(alpha_j[i] * g[i] for i in range(6))
        torch.testing.assert_close(found, slope[j])


@pytest.mark.parametrize("zigzag", [False, True])
@pytest.mark.parametrize(("p", "b", "g", "d"), [(2, 4, 3, 2), (4, 6, 1, 4)])
def test_numbers_that_are_passed_on_are_counted(
    p: int, b: int, g: int, d: int, zigzag: bool
) -> None:
    says(
        "distributed/ring",
        r"With \(p\) ranks, \(b\) tokens on each, \(g\) groups of keys and values and \(d\) features, a rank passes on",
        r"\[ 2 \, (p - 1) \, b \, g \, d \]",
        r"In the backward pass the keys and values take as many again, and their gradients \(2 \, p \, b \, g \, d\), because they have to get home.",
    )
    positions = positions_of_ranks(p * b, p, zigzag=zigzag)

    def travel() -> tuple[int, int]:
        shapes = [(2 * g, b, d), (g, b, d), (g, b, d)]
        mine = [draw(n, *shape).requires_grad_() for n, shape in enumerate(shapes)]
        with Traffic() as forward:
            found = ring_attention(*mine, positions=positions)
        with Traffic() as backward:
            found.sum().backward()
        return forward.bytes["send"] // 8, backward.bytes["send"] // 8

    for forward, backward in on_ranks(p, travel):
        assert forward == 2 * (p - 1) * b * g * d
        assert backward - forward == 2 * p * b * g * d


@pytest.mark.parametrize("turns", ["rotary", "learned"])
def test_positions_that_begin_again_on_each_rank_are_wrong_in_silence(
    turns: str,
) -> None:
    says(
        "distributed/ring",
        "The ranks must not all count their tokens from 0.",
        "Nothing is raised in the second line.",
        "The same holds for learned positions.",
    )
    q, k, v, table = (draw(n, 2, 16, 4) for n in range(4))
    q, k = 3 * q, 3 * k

    def placed(x: Tensor, at: Tensor) -> Tensor:
        return rotate(x, at) if turns == "rotary" else x + 3 * table[:, at]

    everywhere = torch.arange(16)
    whole = causal(placed(q, everywhere), placed(k, everywhere), v)

    def off(ours: bool) -> float:
        positions = positions_of_ranks(16, dist.get_world_size())
        mine = positions[dist.get_rank()]
        at = mine if ours else torch.arange(len(mine))
        queries, keys = placed(q[:, mine], at), placed(k[:, mine], at)
        found = ring_attention(queries, keys, v[:, mine], positions)
        return (found - whole[:, mine]).abs().max().item()

    assert max(on_ranks(2, off, True)) < 1e-12
    assert max(on_ranks(2, off, False)) > 0.1


@pytest.mark.parametrize("p", [1, 2, 3, 8])
def test_the_plain_order_uses_about_half_and_zig_zag_gives_all_the_same_work(
    p: int,
) -> None:
    says(
        "distributed/ring",
        r"With \(b\) tokens on each of \(p\) ranks, the mean number of pairs, divided by the largest, is",
        r"\[ \frac{p b + 1}{(2p - 1) \, b + 1} \]",
        r"For long parts, that is \(p / (2p - 1)\), which is two thirds with two ranks and comes close to a half with many.",
        r"In the *zig-zag* order, the sequence is cut into \(2p\) pieces, and rank \(r\) has the pieces \(r\) and \(2p - 1 - r\).",
        "In the zig-zag order, a rank computes only half of the pairs of its queries with a block of another rank, so it needs twice as many tokens.",
        "The early piece has few keys to attend to and the late piece has many, so that all ranks have equally many pairs, at every step.",
    )
    for b in (2, 6, 2000):
        pairs = (positions_of_ranks(p * b, p) + 1).sum(dim=1).double()
        share = (pairs.mean() / pairs.max()).item()
        assert share == pytest.approx((p * b + 1) / ((2 * p - 1) * b + 1))
    assert share == pytest.approx(p / (2 * p - 1), rel=1e-3)
    assert share == pytest.approx({1: 1, 2: 2 / 3}.get(p, share), rel=1e-3)
    assert 1 / 2 < 100 / (2 * 100 - 1) < 0.503 < 0.53 < 8 / (2 * 8 - 1)
    order = positions_of_ranks(2 * p * 3, p, zigzag=True)
    for r in range(p):
        pieces = torch.arange(2 * p * 3).view(2 * p, 3)
        assert order[r].tolist() == [
            *pieces[r].tolist(),
            *pieces[2 * p - 1 - r].tolist(),
        ]
        for step in range(p):
            of = [
                int((order[n][:, None] >= order[(n - step) % p]).sum())
                for n in range(p)
            ]
            assert len(set(of)) == 1
            if step:  # of b = 6 queries and b keys of another rank
                assert of[0] == 6 * 6 / 2


@pytest.mark.parametrize("p", [2, 4])
def test_torch_cuts_in_the_same_order_and_has_no_attention_for_a_cpu(p: int) -> None:
    says(
        "distributed/ring",
        "It cuts the tensors that it is given along the sequence, by default in the zig-zag order, and inside it `scaled_dot_product_attention` is attention to the tokens of all ranks.",
        "These are our zig-zag pieces.",
        "By default, each rank gathers the keys and values of all ranks at once.",
        'After `set_rotate_method("alltoall")`, they go round as above.',
        "The attention needs a GPU, because only kernels for GPUs are provided for; on a CPU, it raises this error.",
    )

    def inside() -> tuple[list[int], str]:
        positions = torch.arange(8 * p)
        q = torch.rand(1, 4, 8 * p, 8)
        mesh = init_device_mesh("cpu", (p,))
        with context_parallel(mesh, buffers=[positions, q], buffer_seq_dims=[0, 2]):
            try:
                F.scaled_dot_product_attention(q, q, q, is_causal=True)
            except NotImplementedError as error:
                return positions.tolist(), str(error)
        return [], ""

    ours = positions_of_ranks(8 * p, p, zigzag=True).tolist()
    for mine, (theirs, message) in zip(ours, on_ranks(p, inside), strict=True):
        assert theirs == mine
        assert "for_cpu" in message

    def sent() -> list[dict[str, int]]:
        mesh, calls = init_device_mesh("cpu", (p,)), []
        for method in ("", "alltoall"):
            if method:
                set_rotate_method(method)
            with Traffic() as traffic:
                rotater = _create_rotater(mesh.get_group(), 2)
                for _ in range(p - 1):  # once for each block of another rank
                    rotater.exchange_buffers(torch.ones(8))
                    rotater.next_buffer()
            calls.append(dict(traffic.calls))
        return calls

    expected = [{"all_gather": 1}, {"all_to_all": p - 1}]
    assert on_ranks(p, sent)[0] == expected


def test_stripes_differ_by_a_diagonal_of_some_blocks() -> None:
    says(
        "distributed/ring",
        "The last rank still has a diagonal more in some blocks, which matters less the longer the parts are.",
        "Nearly equally many: a rank's tokens are everywhere in the sequence.",
    )
    shares = []
    for b in (8, 64, 512):
        stripes = torch.arange(4 * b).view(b, 4).T
        pairs = (stripes + 1).sum(dim=1)
        assert int(pairs[3] - pairs[0]) == 3 * b  # in three blocks of four
        shares.append((pairs.float().mean() / pairs.max()).item())
    assert shares == sorted(shares)
    assert shares[-1] > 0.99


def test_targets_are_shifted_before_the_sequence_is_cut() -> None:
    says(
        "distributed/ring",
        "A target is the *next* token, which may be on another rank, so shift the targets before you cut the sequence.",
    )
    ids = torch.arange(100, 117)
    for zigzag in (False, True):
        for mine in positions_of_ranks(16, 4, zigzag=zigzag):
            inputs, targets = ids[:-1][mine], ids[1:][mine]
            assert torch.equal(targets, inputs + 1)
            elsewhere = ~torch.isin(targets, inputs)
            assert int(elsewhere.sum()) == (2 if zigzag and 7 not in mine else 1)


def test_a_block_that_is_passed_on_comes_from_the_rank_before() -> None:
    says(
        "distributed/ring",
        "`pass_on` sends tensors to the next rank and returns those of the one before.",
    )

    def around() -> list[Any]:
        block = [torch.full((2,), dist.get_rank()), torch.rand(1)]
        seen = [int(block[0][0])]
        for _ in range(dist.get_world_size() - 1):
            block = pass_on(*block)
            seen.append(int(block[0][0]))
        return seen

    for rank, seen in enumerate(on_ranks(5, around)):
        assert seen == [(rank - step) % 5 for step in range(5)]


@pytest.mark.parametrize("zigzag", [False, True])
def test_the_file_to_copy_is_the_package_with_its_gradients(zigzag: bool):
    says(
        "recap/just-the-code",
        "So does the gated delta rule, step by step and in chunks, and ring attention.",
        "Heads may share keys and values in groups.",
    )
    ours = runpy.run_path(
        "snippets/recap/just-the-code/ring-attention.py", run_name="ring"
    )
    positions = positions_of_ranks(24, 3, zigzag=zigzag)

    def compare() -> list[torch.Tensor]:
        mine = positions[dist.get_rank()]
        given = [draw(n, 2, 4 if n == 0 else 2, 24, 6)[:, :, mine] for n in range(3)]
        given = [x.requires_grad_() for x in given]
        results = []
        for attend in (ring_attention, ours["ring_attention"]):
            out = attend(*given, positions=positions)
            results.append([out, *torch.autograd.grad(out.square().sum(), given)])
        return [(a - b).abs().max() for a, b in zip(*results, strict=True)]

    for off in on_ranks(3, compare):
        assert max(off) < 1e-12
