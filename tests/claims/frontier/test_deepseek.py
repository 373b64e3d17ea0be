"""What docs/frontier/deepseek.md says in general."""

import torch

from attention import DeepSeek, load_deepseek, read_safetensors, rms_norm, tiny_deepseek
from tests.attention.expect import assert_close, random


def tiny() -> DeepSeek:
    return load_deepseek(tiny_deepseek(), torch.float64)


def test_the_formulas_of_queries_and_latent_vectors():
    layer, x = tiny().blocks[0].attention, random(7, 24)
    linear, norm = layer.W_latent
    c = rms_norm(x @ linear.weight.T, norm.scale, 1e-6)
    assert_close(layer.project(x)[1][:, :14], c)
    down, norm, up = layer.W_query
    q = rms_norm(x @ down.weight.T, norm.scale, 1e-6) @ up.weight.T
    unrotated = layer.project(x)[0][..., :10].transpose(0, 1)
    assert_close(unrotated, q.view(7, 3, 16)[..., :10])


def test_the_first_position_hides_mistakes_in_attention():
    stored = read_safetensors(tiny_deepseek() / "logits.safetensors")
    for mistake in range(2):
        model = tiny()
        for block in model.blocks:
            layer = block.attention
            if mistake:
                layer.W_query[2].weight.data *= (16 / 20) ** 0.5
            else:
                rows = layer.W_rotary.weight.data.view(2, 3, 24)
                layer.W_rotary.weight.data = rows.transpose(0, 1).reshape(6, 24)
        off = (model(stored["ids"]) - stored["logits"]).abs().amax(dim=-1)[0]
        assert off[0] < 2e-6
        assert (off[1:] > 2e-5).all()
