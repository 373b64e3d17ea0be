"""What docs/frontier/llama.md says in general."""

from attention import RMSNorm
from tests.attention.expect import assert_close, numbered, random


def test_the_formula_of_rms_norm():
    norm, x = numbered(RMSNorm(7)), random(3, 7, seed=2)
    for token, found in zip(x, norm(x), strict=True):
        square = sum(float(x_j) ** 2 for x_j in token) / 7
        for i in range(7):
            expected = norm.scale[i] * token[i] / (square + 1e-5) ** 0.5
            assert_close(found[i], expected)
