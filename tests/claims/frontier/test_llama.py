"""What docs/frontier/llama.md says in general."""

import torch

from attention import RMSNorm, layer_norm, rms_norm
from tests.attention.expect import assert_close, numbered, random


def test_the_formula_of_rms_norm():
    norm, x = numbered(RMSNorm(7)), random(3, 7, seed=2)
    for token, found in zip(x, norm(x), strict=True):
        square = sum(float(x_j) ** 2 for x_j in token) / 7
        for i in range(7):
            expected = norm.scale[i] * token[i] / (square + 1e-5) ** 0.5
            assert_close(found[i], expected)


def test_what_the_norms_keep():
    """Of two features, which is larger; of any, the direction; never the length."""
    ones, zeros = torch.ones(2).double(), torch.zeros(2).double()
    for x in (random(500, 2), random(500, 2) * 1e3, random(500, 2) + 5):
        larger = torch.where(x[:, :1] > x[:, 1:], 1.0, -1.0) * torch.tensor([1.0, -1.0])
        assert_close(layer_norm(x, ones, zeros, eps=0.0), larger.double(), close=1e-6)
        unit = x / x.norm(dim=-1, keepdim=True)
        assert_close(rms_norm(x, ones, eps=0.0), unit * 2**0.5)
        assert_close(rms_norm(3 * x, ones, eps=0.0), rms_norm(x, ones, eps=0.0))


def test_adding_to_each_feature_changes_one_norm_alone():
    ones, zeros = torch.ones(7).double(), torch.zeros(7).double()
    x = random(200, 7)
    moved = layer_norm(x + 10, ones, zeros) - layer_norm(x, ones, zeros)
    assert moved.abs().max() < 1e-4
    assert ((rms_norm(x + 10, ones) - rms_norm(x, ones)).abs().amax(-1) > 0.1).all()


def test_they_agree_on_tokens_of_mean_zero():
    ones, zeros = torch.ones(7).double(), torch.zeros(7).double()
    x = random(200, 7)
    x = x - x.mean(-1, keepdim=True)
    assert_close(rms_norm(x, ones), layer_norm(x, ones, zeros))


def test_a_very_negative_gate_lets_almost_nothing_pass():
    gates = torch.linspace(-40, -10, 200).double()
    assert torch.nn.functional.silu(gates).abs().max() < 5e-4
