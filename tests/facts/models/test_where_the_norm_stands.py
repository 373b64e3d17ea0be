"""What is behind the general sentences of docs/models/where-the-norm-stands.md."""

import math
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from attention import LayerNorm, RMSNorm
from attention.frontier.normed_residual import NormedResidualBlock
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says

CODE = Path("snippets/models/where-the-norm-stands/stream.py").read_text("utf-8")


def test_lengths_and_slopes_of_a_norm() -> None:
    says(
        "models/where-the-norm-stands",
        r"While its scales are 1, a norm after the part makes every vector that is added \(\sqrt d\) long, apart from the \(\varepsilon\) of the norm, however large the matrices are.",
        r"If all these vectors were at right angles, \(L\) blocks of two parts would bring the standard deviation from 1 to \(\sqrt{1 + 2L}\).",
        r"For \(L = 24\) that is 7.",
        r"With any \(c > 0\), \(n(cx) = n(x)\), apart from the \(\varepsilon\) of the norm.",
        r"The derivative of both sides says that the slope of a norm at \(cx\) is \(1/c\) of the slope at \(x\).",
        r"Those of a norm before a part: \(W(g \odot y) = (W \operatorname{diag} g)\,y\).",
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
    vectors = torch.linalg.qr(random(64, 64)).Q[: 1 + 2 * 24] * math.sqrt(64)
    std = vectors.sum(dim=0).square().mean().sqrt().item()
    assert round(std, 9) == math.sqrt(1 + 2 * 24) == 7
    W, g, y = random(5, 7), random(7, seed=1), random(7, seed=2)
    assert_close(W @ (g * y), (W @ torch.diag(g)) @ y)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_stacks_of_the_figure_from_other_seeds(seed: int) -> None:
    says(
        "models/where-the-norm-stands",
        "In four of the six, the plain sum is a path through all blocks that passes no norm.",
        "With a norm of the sum or in the residual, there is no such path.",
        "So the last norm divides the gradient by the size of the stream, and here the two multiply to 32 in every stack.",
        "With a norm of the sum, this size is 1 at any depth.",
        "Here the gradient then rises to 435 on its way back.",
        "With QK-norm, it ends at 55.",
    )
    ran: dict[str, Any] = {}
    exec(CODE.partition("\n_, axes")[0].replace("seed(0)", f"seed({seed})"), ran)
    stds, slopes, x = ran["stds"], ran["slopes"], random(16, 64, dtype=torch.float32)
    for place, make in ran["places"].items():
        assert abs(stds[place][-1] * slopes[place][-1] / 32 - 1) < 0.05, place
        block = make()
        for part in (block.attention, block.feed_forward):
            part.forward = torch.zeros_like  # only the stream is left
        assert torch.equal(block(x), x) == (
            place not in ("of the sum", "in the residual")
        )
    assert_close(stds["of the sum"][1:], torch.ones(24), 1e-3)
    assert slopes["after"][0] > 4 * slopes["after, QK-norm"][0]
    theirs = numbered(ran["NormInResidual"](7, nn.Linear(7, 7), nn.Linear(7, 7)))
    ours = NormedResidualBlock(7, theirs.attention, theirs.feed_forward, LayerNorm)
    ours.norm_1, ours.norm_2 = theirs.norm_1, theirs.norm_2
    assert torch.equal(ours(random(5, 7)), theirs(random(5, 7)))
