"""What is behind the general sentences of docs/models/where-the-norm-stands.md."""

import math
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from attention import LayerNorm, ParallelBlock, RMSNorm, SandwichBlock, TransformerBlock
from attention.frontier.normed_residual import NormedResidualBlock
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says

CODE = (
    Path("snippets/models/where-the-norm-stands/stream.py")
    .read_text("utf-8")
    .partition("\n_, axes")[0]
)


def test_the_rows_of_the_table_are_the_blocks() -> None:
    says(
        "models/where-the-norm-stands",
        "In four of the six, the plain sum is a path through all blocks that passes no norm.",
        "With a norm of the sum or in the residual, there is no such path.",
    )
    f, g, x = nn.Linear(7, 7), nn.Linear(7, 7), random(5, 7)
    before = numbered(TransformerBlock(7, f, g))
    y = x + f(before.norm_1(x))
    assert_close(before(x), y + g(before.norm_2(y)))
    after = numbered(SandwichBlock(7, f, g, before=nn.Identity, after=RMSNorm))
    y = x + after.after_1(f(x))
    assert_close(after(x), y + after.after_2(g(y)))
    both = numbered(SandwichBlock(7, f, g, before=RMSNorm, after=RMSNorm))
    y = x + both.after_1(f(both.norm_1(x)))
    assert_close(both(x), y + both.after_2(g(both.norm_2(y))))
    beside = numbered(ParallelBlock(7, f, g, LayerNorm))
    assert_close(beside(x), x + f(beside.norm_1(x)) + g(beside.norm_1(x)))
    within = numbered(NormedResidualBlock(7, f, g, RMSNorm, (1.5, 0.5, 1.5, 0.5)))
    y = within.norm_2(1.5 * within.norm_1(x) + 0.5 * f(within.norm_1(x)))
    assert_close(within(x), 1.5 * y + 0.5 * g(y))
    for parameter in (*f.parameters(), *g.parameters()):
        parameter.data.zero_()  # what is left is the stream
    assert all(torch.equal(block(x), x) for block in (before, after, both, beside))
    assert_close(within(2 * x), within(x), 1e-3)


def test_lengths_and_slopes_of_a_norm() -> None:
    says(
        "models/where-the-norm-stands",
        r"While its scales are 1, a norm after the part makes every vector that is added \(\sqrt d\) long, however large the matrices are.",
        r"If all these vectors were at right angles, \(L\) blocks of two parts would bring the standard deviation from 1 to \(\sqrt{1 + 2L}\).",
        r"For \(L = 24\) that is 7.",
        r"With any \(c > 0\), \(n(cx) = n(x)\), apart from the \(\varepsilon\) of the norm.",
        r"The derivative of both sides says that the slope of a norm at \(cx\) is \(1/c\) of the slope at \(x\).",
    )
    for make in (RMSNorm, LayerNorm):
        norm: Any = make(7, eps=0.0).double()
        lengths = norm(1e3 * random(5, 7)).norm(dim=-1)
        assert_close(lengths, torch.full_like(lengths, math.sqrt(7)))
        norm, x = numbered(norm), random(7)
        for c in (0.1, 3.0, 1e3):
            assert_close(norm(c * x), norm(x))
            slopes = [torch.autograd.functional.jacobian(norm, z) for z in (c * x, x)]
            assert_close(slopes[0], slopes[1] / c)
    directions = torch.linalg.qr(random(64, 64)).Q[: 1 + 2 * 24] * 64**0.5
    std = directions.sum(dim=0).square().mean().sqrt().item()
    assert math.isclose(std, math.sqrt(1 + 2 * 24))
    assert math.sqrt(1 + 2 * 24) == 7


@pytest.mark.parametrize("seed", [1, 2])
def test_the_last_norm_divides_the_gradient_and_qk_norm_tames_it(seed: int) -> None:
    says(
        "models/where-the-norm-stands",
        "So the last norm divides the gradient by the size of the stream, and here the two multiply to 32 in every stack.",
        "With a norm of the sum, this size is 1 at any depth.",
        "Here the gradient then rises to 435 on its way back.",
        "With QK-norm, it ends at 55.",
    )
    ran: dict[str, Any] = {}
    exec(CODE.replace("manual_seed(0)", f"manual_seed({seed})"), ran)
    stds, slopes = ran["stds"], ran["slopes"]
    for place, std in stds.items():
        assert abs(std[-1] * slopes[place][-1] / 32 - 1) < 0.05, place
    assert_close(stds["of the sum"][1:].double(), torch.ones(24).double(), 1e-3)
    assert slopes["after"][0] > 4 * slopes["after, QK-norm"][0]


def test_a_scale_before_a_matrix_is_part_of_it() -> None:
    says(
        "models/where-the-norm-stands",
        r"Those of a norm before a part: \(W(g \odot y) = (W \operatorname{diag} g)\,y\).",
        "Two norms before the two parts would differ in their scales alone, which the matrices of the parts can take up, so one norm is enough.",
    )
    W, g, x = random(5, 7), random(7, seed=1), random(7, seed=2)
    y = RMSNorm(7).double()(x)
    assert_close(W @ (g * y), (W @ torch.diag(g)) @ y)
