"""What is behind the general sentences of docs/modern/scales-and-caps.md."""

import inspect
import math
import warnings
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

from attention import RMSNorm, SoftCap, causal_mask, core_attention
from attention.examples import drawn_checkpoint
from attention.gallery import load
from tests.attention.expect import assert_close, random
from tests.facts.says import says


def test_a_factor_counts_once_for_adam_and_twice_for_sgd() -> None:
    says(
        "modern/scales-and-caps",
        r"With the factor \(m\), the gradient of the matrix is \(m\) times as large, and what a step does to the matrix is multiplied by \(m\) again.",
        r"So an SGD step moves the result \(m^2\) times as far.",
        r"Adam divides by the size of the gradient, so its first step moves it \(m\) times as far.",
    )
    for seed, m in ((0, 3.0), (1, 0.5)):
        x, towards = random(2, 7, seed=seed)
        for kind, power in ((torch.optim.SGD, 2), (torch.optim.Adam, 1)):
            moved = []
            for factor in (1.0, m):
                W = (random(7, 7, seed=9) / factor).requires_grad_()
                before = factor * (W @ x)
                optimiser: Any = kind([W], lr=1e-3)
                (before @ towards).backward()
                optimiser.step()
                moved.append(factor * (W @ x) - before)
            assert_close(moved[1], m**power * moved[0], 1e-4)


def test_only_the_ratio_of_embeddings_and_parts_counts() -> None:
    says(
        "modern/scales-and-caps",
        r"\[ k x + k r\, f(n(k x)) = k \bigl( x + r\, f(n(x)) \bigr) \]",
        r"because \(n(kx) = n(x)\), apart from the \(\varepsilon\) of the norm.",
    )
    n, f, x = RMSNorm(7, eps=0.0).double(), torch.tanh, random(5, 7)
    for k, r in ((0.1, 0.22), (30.0, 2.0)):
        assert_close(n(k * x), n(x))
        assert_close(k * x + k * r * f(n(k * x)), k * (x + r * f(n(x))))


def test_a_cap_keeps_order_and_bounds_ratios() -> None:
    says(
        "modern/scales-and-caps",
        r"A soft cap of \(c\) makes of a number \(z\)",
        r"\[ c \tanh(z / c) \]",
        r"Small numbers hardly change: for \(|z| \ll c\), the result is about \(z - z^3 / (3 c^2)\).",
        r"The slope is \(1 - \tanh^2(z / c)\), which is positive.",
        r"Scores lie between \(-c\) and \(c\), so no weight is more than \(e^{2c}\) times as large as another.",
    )
    z = torch.linspace(-300, 300, 1201).double().requires_grad_()
    for c in (5.0, 30.0, 50.0):
        capped = SoftCap(c)(z)
        assert_close(capped, c * torch.tanh(z / c))
        (slope,) = torch.autograd.grad(capped.sum(), z)
        assert_close(slope, 1 - torch.tanh(z / c) ** 2)
        assert slope[z.abs() < 15 * c].min() > 0
        small = z[z.abs() < c / 10]
        off = SoftCap(c)(small) - (small - small**3 / (3 * c**2))
        assert off.abs().max() < 1e-4 * c / 10
        weights = capped.softmax(dim=-1)
        assert weights.max() / weights.min() <= math.exp(2 * c) * (1 + 1e-9)


def test_the_cap_comes_before_the_mask_in_ours_and_in_flex_attention() -> None:
    says(
        "modern/scales-and-caps",
        r"A masked score is \(-\infty\), and \(\tanh(-\infty) = -1\).",
        "`core_attention` caps first.",
        "`F.scaled_dot_product_attention` has no cap, and the class of Gemma 2 in transformers refuses it (`_supports_sdpa = False`).",
        "FlexAttention takes a function of each score, `score_mod`, which may be a cap, and hides what its `block_mask` hides afterwards.",
    )
    assert math.tanh(-math.inf) == -1
    (q, k, v), mask, c = (
        3 * random(3, 1, 2, 16, 8, dtype=torch.float32),
        causal_mask(16),
        2.0,
    )
    scores = c * torch.tanh(q @ k.mT / 8**0.5 / c)
    expected = scores.masked_fill(~mask, -torch.inf).softmax(dim=-1) @ v
    assert_close(core_attention(q, k, v, mask, cap=c)[0], expected, 1e-5)
    assert "cap" not in str(inspect.signature(torch.nn.attention.sdpa_kernel)) + str(
        F.scaled_dot_product_attention.__doc__
    )
    future = create_block_mask(
        lambda b, h, i, j: j <= i, None, None, 16, 16, device="cpu"
    )
    with warnings.catch_warnings(action="ignore"):  # that it is not compiled
        found = flex_attention(
            q, k, v, score_mod=lambda s, *_: c * torch.tanh(s / c), block_mask=future
        )
    assert_close(found, expected, 1e-5)


def test_a_match_is_lost_among_more_keys() -> None:
    says(
        "modern/scales-and-caps",
        r"If one key has the score \(s\) and \(n - 1\) others have 0, its weight is \(e^s / (e^s + n - 1)\).",
        r"It goes to 0 as the text gets longer, unless \(s\) grows like \(\ln n\).",
    )
    weights = []
    for n in (10, 10**3, 10**6):
        for s in (2.0, 2.0 + math.log(n)):
            scores = torch.zeros(n).double()
            scores[0] = s
            weights.append(scores.softmax(dim=-1)[0].item())
            assert math.isclose(weights[-1], math.exp(s) / (math.exp(s) + n - 1))
    assert weights[0] > weights[2] > weights[4] < 1e-5
    assert min(weights[1::2]) > 0.88


@pytest.mark.parametrize("name", ["granite", "cohere2", "gemma2"])
@torch.no_grad()
def test_greedy_decoding_does_not_see_a_factor_or_cap_of_logits(
    name: str, tmp_path: Any
) -> None:
    says(
        "modern/scales-and-caps",
        "A factor of the logits is a temperature of the next word: without it, logits are wrong by many standard deviations, and the most likely word is never another.",
        "Neither does a forgotten cap of logits change it.",
        "So greedy decoding does not show these mistakes, and the loss does.",
    )
    model: Any = load(drawn_checkpoint(name).write(tmp_path), torch.float64)
    ids = torch.randint(31, (20, 60), generator=torch.Generator().manual_seed(3))
    right = model(ids)
    model.out_head = model.out_head[0]
    wrong = model(ids)
    assert torch.equal(wrong.argmax(dim=-1), right.argmax(dim=-1))
    losses = [F.cross_entropy(each.mT, ids).item() for each in (wrong, right)]
    assert abs(losses[0] - losses[1]) > 1e-4
