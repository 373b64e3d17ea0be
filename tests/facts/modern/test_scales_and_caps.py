"""What is behind the general sentences of docs/modern/scales-and-caps.md."""

import math
from typing import Any

import pytest
import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention
from torch.optim import SGD, Adam

from attention import RMSNorm, SoftCap, causal_mask, core_attention
from attention.examples import drawn_checkpoint
from attention.gallery import load
from tests.attention.expect import assert_close, random
from tests.facts.says import says


def test_a_factor_in_training_and_a_ratio_without() -> None:
    says(
        "modern/scales-and-caps",
        r"So an SGD step moves the result \(m^2\) times as far.",
        r"Adam divides by the size of the gradient, so its first step moves it \(m\) times as far.",
        r"\[ k x + k r\, f(n(k x)) = k \bigl( x + r\, f(n(x)) \bigr) \]",
    )
    x, towards = random(2, 7)
    for kind, power, m in ((SGD, 2, 3.0), (SGD, 2, 0.5), (Adam, 1, 3.0)):
        moved = []
        for factor in (1.0, m):
            W = (random(7, 7, seed=9) / factor).requires_grad_()
            before, optimiser = factor * (W @ x), kind([W], lr=1e-3)
            (before @ towards).backward()
            optimiser.step()
            moved.append(factor * (W @ x) - before)
        assert_close(moved[1], m**power * moved[0], 1e-4)
    n, f, r = RMSNorm(7, eps=0.0).double(), torch.tanh, 0.22
    for k in (0.1, 30.0):
        assert_close(k * x + k * r * f(n(k * x)), k * (x + r * f(n(x))))


def test_a_cap() -> None:
    says(
        "modern/scales-and-caps",
        r"\[ c \tanh(z / c) \]",
        r"Small numbers hardly change: for \(|z| \ll c\), the result is about \(z - z^3 / (3 c^2)\).",
        r"The slope is \(1 - \tanh^2(z / c)\), which is positive.",
        r"Scores lie between \(-c\) and \(c\), so no weight of an allowed key is more than \(e^{2c}\) times as large as that of another.",
    )
    z = torch.linspace(-300, 300, 1201).double().requires_grad_()
    for c in (20.0, 50.0):
        capped = SoftCap(c)(z)
        assert_close(capped, c * torch.tanh(z / c))
        (slope,) = torch.autograd.grad(capped.sum(), z)
        assert_close(slope, 1 - torch.tanh(z / c) ** 2)
        assert slope.min() > 0
        off = (capped - (z - z**3 / (3 * c**2)))[z.abs() < c / 10]
        assert off.abs().max() < 1e-5 * c
        weights = capped.softmax(dim=-1)
        assert weights.max() / weights.min() <= math.exp(2 * c)


@torch.no_grad()
@pytest.mark.filterwarnings("ignore:flex_attention called without torch.compile")
def test_the_cap_of_flex_attention_and_what_greedy_decoding_sees(tmp_path: Any) -> None:
    says(
        "modern/scales-and-caps",
        "`core_attention` caps first.",
        "FlexAttention takes a function of each score, `score_mod`, which may be a cap, and hides what its `block_mask` hides afterwards.",
        "So greedy decoding hardly shows these mistakes, but the loss does.",
    )
    (q, k, v), past = 3 * random(3, 1, 2, 16, 8), causal_mask(16)
    scores = 2 * torch.tanh(q @ k.mT / 8**0.5 / 2)
    expected = scores.masked_fill(~past, -torch.inf).softmax(dim=-1) @ v
    assert_close(core_attention(q, k, v, past, cap=2.0)[0], expected)
    seen = create_block_mask(lambda b, h, i, j: j <= i, None, None, 16, 16, "cpu")
    found = flex_attention(q, k, v, lambda s, *_: 2 * torch.tanh(s / 2), seen)
    assert_close(found, expected)
    ids = torch.randint(31, (20, 60), generator=torch.Generator().manual_seed(3))
    for name in ("granite", "cohere2", "gemma2"):
        model: Any = load(drawn_checkpoint(name).write(tmp_path), torch.float64)
        right, model.out_head = model(ids), model.out_head[0]
        assert torch.equal(model(ids).argmax(dim=-1), right.argmax(dim=-1))
