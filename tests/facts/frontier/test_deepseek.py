"""What docs/frontier/deepseek.md says in general."""

import torch

from attention import load_deepseek, rms_norm, tiny_deepseek
from tests.attention.expect import assert_close, random


def test_the_formulas_of_queries_and_latent_vectors():
    model, x = load_deepseek(tiny_deepseek(), torch.float64), random(7, 24)
    layer = model.blocks[0].attention
    linear, norm = layer.W_latent
    c = rms_norm(x @ linear.weight.T, norm.scale, 1e-6)
    assert_close(layer.project(x)[1][:, :14], c)
    down, norm, up = layer.W_query
    q = rms_norm(x @ down.weight.T, norm.scale, 1e-6) @ up.weight.T
    unrotated = layer.project(x)[0][..., :10].transpose(0, 1)
    assert_close(unrotated, q.view(7, 3, 16)[..., :10])
