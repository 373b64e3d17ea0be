"""What docs/modern/shared-caches.md says in general."""

import math

import pytest
import torch

from attention import Attention, RotaryPositions, rms_norm, rotate
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says

N, D = 7, 6


@pytest.mark.parametrize(("g", "d"), [(1, 4), (2, 6)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_bytes_of_caches(g: int, d: int, dtype: torch.dtype):
    says(
        "modern/shared-caches",
        r"\[ 2\, c\, g\, d\, n\, b \]",
        "The number of layers does not occur in it.",
    )
    layer = Attention(D, D, 50, 0.0, 4, num_kv_groups=g, head_dim=d).to(dtype)
    b = dtype.itemsize
    for n, c in ((3, 1), (N, 5)):
        _, kept = layer.forward_with_cache(random(n, D, dtype=dtype))
        assert c * (kept.keys.nbytes + kept.values.nbytes) == 2 * c * g * d * n * b


def test_keys_of_a_pair_do_not_depend_on_its_first_layer():
    says(
        "modern/shared-caches",
        "The keys of the second layer of a pair are made before the first layer has done anything.",
        "So they cannot depend on what the first layer finds.",
    )
    x, made = random(N, D), Attention(D, D, 50, 0.0, 2)
    kept = []
    for layer in (made, numbered(made)):  # other queries, and another result
        layer.double().W_query.weight.data += len(kept)
        layer.W_key.weight.data = random(D, D, seed=5)
        out, cache = layer.forward_with_cache(x)
        kept.append((out, cache.keys))
    (out_1, keys_1), (out_2, keys_2) = kept
    assert torch.equal(keys_1, keys_2)
    assert not torch.allclose(out_1, out_2)


def test_a_key_of_gemma_4_is_a_function_of_its_value():
    says(
        "modern/shared-caches",
        r"\[ v = \mathrm{RMSNorm}(x W_K) \qquad k = \mathrm{turn}_p(s \odot v) \]",
        "So a key can be computed from its value, up to rounding:",
    )
    x, W_K, s, eps = random(N, D), random(D, 8), random(8, seed=2), 1e-6
    projected = x @ W_K
    mean = projected.square().mean(-1, keepdim=True) + eps
    normed = projected / mean.sqrt()
    rotary = RotaryPositions(50, 8).double()
    keys = rotary(rms_norm(projected, s, eps), 3)  # as transformers makes them
    v = rms_norm(projected, torch.ones(8).double(), eps)
    assert_close(v, normed)
    assert_close(rotate(s * v, torch.arange(3, 3 + N)), keys, 1e-6)
    assert math.isclose(float(v.square().mean()), 1, rel_tol=1e-4)
