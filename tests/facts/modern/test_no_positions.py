"""What docs/modern/no-positions.md says in general."""

import math
from typing import Any

import torch
from torch.testing import assert_close

import attention as a
from attention.examples import drawn_checkpoint
from attention.gallery import load
from tests.facts.draw import draw
from tests.facts.says import says


def after(x: torch.Tensor, rules: list[Any]) -> torch.Tensor:
    for seed, rule in enumerate(rules):
        torch.manual_seed(seed)
        x = x + a.Attention(12, 12, 64, 0.0, 2, mask=rule).double()(x)
    return x


def test_order_and_reach() -> None:
    says(
        "modern/no-positions",
        "So one causal layer gives the last word the same result for any order of the words before it.",
        "If words change places, their results change places with them, in any number of layers: the stack is equivariant.",
        "A layer of chunks adds none, because no path leads out of a chunk.",
        "With one full layer among them, the last word depends on every word.",
    )
    early = [5, 0, 7, 2, 6, 1, 4, 3, 8]
    for seed, depth in ((0, 1), (1, 1), (0, 2), (1, 2), (2, 5)):
        x, causal = draw(seed, 9, 12), [a.causal_mask] * depth
        off = (after(x[early], causal) - after(x, causal))[8].abs().max()
        assert (off < 1e-12) == (depth == 1)
        free = [lambda q, k, **_: torch.ones(q, k, dtype=torch.bool)] * depth
        assert_close(after(x[early], free), after(x, free)[early])
    for place in (None, 0, 1, 3):
        rules = [a.causal_mask if n == place else a.ChunkedMask(4) for n in range(4)]
        x = draw(0, 15, 12).requires_grad_()
        (slopes,) = torch.autograd.grad(after(x, rules)[14].sum(), x)
        read = slopes.abs().amax(dim=-1) > 0
        assert read.tolist() == [place is not None or n >= 12 for n in range(15)]


def test_chunks() -> None:
    says(
        "modern/no-positions",
        r"\[ j \le i \quad \text{and} \quad \operatorname{floor}(i / C) = \operatorname{floor}(j / C) \]",
        r"The first query of a chunk sees itself alone, and the last one sees \(C\) keys, on average \((C + 1) / 2\) (here are the rows).",
        r"No distance in a chunk is longer than \(C - 1\), and none in a window of \(W\) keys longer than \(W - 1\).",
        "In a long text, chunks keep half of what windows keep on average.",
    )
    for C in (1, 3, 8):
        i, j = torch.arange(5 * C)[:, None], torch.arange(5 * C)
        chunks, window = a.ChunkedMask(C), a.SlidingWindow(C)
        assert torch.equal(chunks(5 * C), (j <= i) & (i // C == j // C))
        keys = chunks(5 * C).sum(dim=-1).float()
        assert [*keys[::C][:2], *keys[C - 1 :: C][:2]] == [1, 1, C, C]
        assert keys.mean() == (C + 1) / 2
        assert (i - j)[chunks(5 * C)].max() == (i - j)[window(5 * C)].max() == C - 1
        later = range(8 * C, 9 * C)
        assert 2 * sum(map(chunks.num_kept, later)) == sum(map(window.num_kept, later))


@torch.no_grad()
def test_chunks_that_change_places(tmp_path: Any) -> None:
    says(
        "modern/no-positions",
        "So after four layers, a later word has the same result, whichever of two whole chunks came first.",
    )
    model = load(drawn_checkpoint("llama4").write(tmp_path), torch.float64)
    for seed in range(3):
        ids = torch.randint(31, (140,), generator=torch.Generator().manual_seed(seed))
        swapped = torch.cat([ids[32:64], ids[:32], ids[64:]])
        assert_close(model(swapped[None])[0, 64:], model(ids[None])[0, 64:])


def test_a_lead() -> None:
    says(
        "modern/no-positions",
        r"\[ \frac{e^{s}}{e^{s} + n - 1} \]",
        r"Llama 4 multiplies the query at position \(p\) of a layer without positions by \(1 + 0.1 \ln(1 + c)\), where \(c\) is `(p + 1) // 8192`.",
        r"This turns \(e^{s}\) into \(e^{s} (1 + c)^{s/10}\), which for a lead of 10 grows nearly as fast as the number of keys:",
    )
    for s, n in ((0.5, 3), (4.0, 900), (10.0, 16_384)):
        keys, c = torch.zeros(1, n, 1, dtype=torch.float64), n // 8192
        keys[0, 2] = s
        given = torch.ones(1, 1, 1, dtype=torch.float64), keys, keys
        plain = a.scaled_dot_product_attention(*given)[1][0, 0, 2]
        assert math.isclose(plain, math.exp(s) / (math.exp(s) + n - 1))
        sharper = a.PositionTemperature(8192)(*given)[1][0, 0, 2]
        raised = math.exp(s) * (1 + c) ** (s / 10)
        assert math.isclose(sharper, raised / (raised + n - 1))
