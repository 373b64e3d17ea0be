"""What is behind the general sentences of docs/modern/fused.md.

What torch's function does is tested where it may surprise, or may change, and no block
of the page shows it.
"""

import torch
import torch.nn.functional as F
from torch.nn.attention.bias import causal_lower_right
from torch.testing import assert_close

from attention import (
    causal_mask,
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from tests.facts.draw import draw
from tests.facts.says import says

SDPA = F.scaled_dot_product_attention


def test_scores_are_rounded_by_ours_and_not_by_sdpa() -> None:
    says(
        "modern/fused",
        "In bfloat16 the difference can be large, because our function rounds the scores to bfloat16, while SDPA on a CPU keeps them in float32.",
    )
    q, k, v = (n * draw(n, 1, 2, 130, 8).bfloat16() for n in (10, 11, 1))
    mask = causal_mask(130)
    fused = SDPA(q, k, v, is_causal=True).float()
    ours, _ = scaled_dot_product_attention(q, k, v, mask)
    assert (ours.float() - fused).abs().max() > 0.1
    scores = scaled_attention_scores(q.float(), k.float())
    scores = scores.masked_fill(~mask, -torch.inf)  # not rounded; all else is
    narrow = scores.softmax(-1).bfloat16() @ v
    assert_close(narrow.float(), fused, rtol=0.02, atol=0.02)


def test_where_the_diagonal_begins() -> None:
    says(
        "modern/fused",
        "But `is_causal=True` aligns the first query with the first key.",
    )
    says(
        "modern/kv-cache",
        "With `is_causal`, a single new token may attend only to the first key, so the result is the first value, however long the text is.",
    )
    says(
        "modern/which",
        "`is_causal=True` means what you want only with a causal mask, nothing else to hide, and as many queries as keys.",
    )
    queries, keys, values = draw(0, 3, 1, 1, 7, 5)
    whole = SDPA(queries, keys, values, is_causal=True)
    for new in range(1, 8):
        last = queries[..., -new:, :]
        flag = SDPA(last, keys, values, is_causal=True)
        assert_close(flag[..., 0, :], values[..., 0, :])
        for ends in (causal_lower_right(new, 7), causal_mask(new, 7)):
            found = SDPA(last, keys, values, ends)
            assert_close(found, whole[..., -new:, :])
            assert torch.allclose(flag, found) == (new == 7)
