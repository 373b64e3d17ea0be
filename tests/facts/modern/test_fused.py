"""What is behind the general sentences of docs/modern/fused.md.

from tests.facts.says import says
What torch's function does is tested where it may surprise, or may change, and no block
of the page shows it.
"""

import pytest
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel
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
        "In bfloat16 that can be a lot, because our function rounds the scores to bfloat16, while SDPA on a CPU keeps them in float32.",
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


def test_a_sum_of_finite_values_overflows() -> None:
    says(
        "modern/fused",
        "The implementation that stores no weights divides only after it has summed the values, so the sum can overflow where the weighted mean, which our function computes, does not.",
    )
    zeros, values = torch.zeros(1, 1, 2, 4), torch.full((1, 1, 2, 4), 3e38)
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        assert SDPA(zeros, zeros, values).isposinf().all()
    with sdpa_kernel(SDPBackend.MATH):
        assert_close(SDPA(zeros, zeros, values), values)
    assert_close(scaled_dot_product_attention(zeros, zeros, values)[0], values)


@pytest.mark.filterwarnings("ignore")  # why there is no kernel
def test_what_the_kernel_without_weights_refuses() -> None:
    says(
        "modern/fused",
        "SDPA chooses between several implementations.",
        "On a CPU, the one that stores no weights does not support dropout.",
        "Nor does it take heads without a batch axis, or values of another width than the keys.",
    )
    q, k, v = draw(0, 3, 1, 3, 32, 16).unbind()
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        assert SDPA(q, k, v, is_causal=True).shape == q.shape
        with pytest.raises(RuntimeError, match="No available kernel"):
            SDPA(q, k, v, dropout_p=0.1, is_causal=True)
        for refused in ((q[0], k[0], v[0]), (q, k, v[..., :8])):
            with pytest.raises(RuntimeError, match="No available kernel"):
                SDPA(*refused, is_causal=True)


def test_where_the_diagonal_begins() -> None:
    says(
        "modern/fused",
        "But `is_causal=True` aligns the first query with the first key.",
        "PyTorch's `causal_lower_right` aligns the ends, as our `causal_mask` does.",
        "With as many queries as keys, all three agree.",
    )
    says(
        "modern/kv-cache",
        "In PyTorch's own function, `is_causal=True` aligns the diagonal with the first key instead:",
        "With `is_causal`, a single new token may attend only to the first key, so the result is the first value, however long the text is.",
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
