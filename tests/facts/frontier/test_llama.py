"""What docs/frontier/llama.md says in general."""

import torch

from attention import RMSNorm, SwiGLU
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says


def test_the_formula_of_rms_norm():
    says(
        "frontier/llama",
        r"\[ y_i = g_i \, \frac{x_i}{\sqrt{\frac{1}{d} \sum_j x_j^2 + \varepsilon}} \]",
    )
    norm, x = numbered(RMSNorm(7)), random(3, 7, seed=2)
    for token, found in zip(x, norm(x), strict=True):
        square = sum(float(x_j) ** 2 for x_j in token) / 7
        for i in range(7):
            expected = norm.scale[i] * token[i] / (square + 1e-5) ** 0.5
            assert_close(found[i], expected)


def test_the_formula_of_swiglu():
    says(
        "frontier/llama",
        r"\[ \mathrm{SwiGLU}(x) = \bigl(\mathrm{silu}(x W_\text{gate}) \odot x W_\text{up}\bigr) W_\text{down} \]",
    )
    layer, x = numbered(SwiGLU(5, 11)), random(3, 5, seed=7)
    gate, up, down = (m.weight.T for m in (layer.W_gate, layer.W_up, layer.W_down))
    silu = x @ gate / (1 + torch.exp(-(x @ gate)))
    assert_close(layer(x), (silu * (x @ up)) @ down)
