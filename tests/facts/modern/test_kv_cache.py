"""What is behind the general sentences of docs/modern/kv-cache.md."""

from attention import Attention
from tests.facts.draw import draw
from tests.facts.modern.counted import multiply_adds
from tests.facts.says import says


def test_multiply_adds_are_those_of_the_formulas() -> None:
    says(
        "multi-head/gpt2-size",
        r"\[ 4\,T d^2 + 2\,T^2 d \]",
        r"The projections' share is \(2d / (2d + T)\): for 100,000 tokens it is 0.015 at a width of 768, but still 0.141 at a width of 8192.",
    )
    says(
        "modern/kv-cache",
        r"Summed over \(N\) tokens, that is \(4Nd^2 + N(N+1)\,d\), the last line.",
        r"Without a cache, the matrices' share grows with \(N^2\), and that of attention with \(N^3\).",
        r"With a cache, token \(n\) costs \(4d^2\) for the four matrices and \(2nd\) for scores and context.",
    )
    for d, heads, N in ((6, 2, 5), (15, 5, 11)):
        layer, x = Attention(d, d, N, 0.0, heads).double(), draw(N, N, d)
        cache, cached, plain = None, 0, 0
        for n in range(1, N + 1):
            now = multiply_adds(layer.forward_with_cache, x[n - 1 : n], cache)
            assert now == 4 * d**2 + 2 * n * d
            cached += now
            whole = multiply_adds(layer, x[:n])
            assert whole == 4 * n * d**2 + 2 * n**2 * d
            plain += whole
            _, cache = layer.forward_with_cache(x[n - 1 : n], cache)
        assert cached == 4 * N * d**2 + N * (N + 1) * d
        matrices = 2 * N * (N + 1) * d**2
        assert plain == matrices + N * (N + 1) * (2 * N + 1) // 3 * d
