"""What docs/frontier/deepseek.md says in general."""

import torch

from attention import DeepSeekRouter, rms_norm
from attention.examples import tiny_deepseek
from attention.loaders import load_deepseek
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says


def test_the_formulas_of_queries_and_latent_vectors():
    says(
        "frontier/deepseek",
        r"\[ \begin{aligned} c &= \mathrm{RMSNorm}(x\,W_\text{latent}) \\ q &= \mathrm{RMSNorm}(x\,W_\text{down})\,W_\text{up} \end{aligned} \]",
    )
    model, x = load_deepseek(tiny_deepseek(), torch.float64), random(7, 24)
    layer = model.blocks[0].attention
    linear, norm = layer.W_latent
    c = rms_norm(x @ linear.weight.T, norm.scale, 1e-6)
    assert_close(layer.project(x)[1][:, :14], c)
    down, norm, up = layer.W_query
    q = rms_norm(x @ down.weight.T, norm.scale, 1e-6) @ up.weight.T
    unrotated = layer.project(x)[0][..., :10].transpose(0, 1)
    assert_close(unrotated, q.view(7, 3, 16)[..., :10])


def test_the_router_chooses_by_the_bias_and_weighs_without_it():
    says(
        "frontier/deepseek",
        r"\[ s_e = \sigma(x \cdot w_e) \qquad g_e = 2.5\, \frac{s_e}{\sum_{j \in C} s_j} \]",
        r"So \(C\) holds the experts with the largest \(s_e + b_e\) in the groups whose two largest \(s_e + b_e\) have the largest sums.",
    )
    router = numbered(DeepSeekRouter(5, 12, 3, 4, 2, scale=2.5))
    for x in random(40, 5, seed=8):
        chosen, weights = router(x[None])
        s = torch.sigmoid(router.W_router.weight @ x)
        biased = (s + router.bias).view(4, 3)
        groups = biased.topk(2, dim=-1).values.sum(dim=-1).topk(2).indices
        outside = torch.ones(4, dtype=torch.bool).index_fill(0, groups, False)
        C = biased.masked_fill(outside[:, None], -torch.inf).flatten().topk(3).indices
        assert set(chosen[0].tolist()) == set(C.tolist())
        for e, g_e in zip(chosen[0], weights[0], strict=True):
            assert_close(g_e, 2.5 * s[e] / sum(s[j] for j in C))
