"""What is behind the general sentences of docs/causal/mask.md."""

from itertools import pairwise

import pytest
import torch
from torch import Tensor

from attention import (
    SelfAttentionV1,
    SelfAttentionV2,
    causal_mask,
    inputs,
    masked_attention_weights,
    plane_keys,
    plane_queries,
    plane_values,
    scaled_dot_product_attention,
    seeded_scores,
)
from tests.claims.quotes import cited, derived, tested

cited(
    "A causal mask sets the scores of later words to \\(-\\infty\\) before "
    "the softmax (Vaswani et al., 2017, section 3.2.3).",
    source=(
        "Vaswani et al. (2017), section 3.2.3: “masking out (setting to −∞) all "
        "values in the input of the softmax which correspond to illegal "
        "connections”"
    ),
)
cited(
    "This is the mask of a prefix language model.",
    source=(
        "Raffel et al. (2020), section 3.2.1: “causal with prefix”, figures 3 and 4"
    ),
)
cited(
    "But a model that is meant to write, like GPT, is trained to predict the next"
    " word at every position in a text.",
    source="Radford et al. (2018), section 3.1, equation (1)",
)
derived(
    "On paper the two methods agree.",
    where="causal/mask.md#is-anything-left-of-the-later-words",
)
derived(
    "Other functions take True to mean blocked, or add a float mask, and a mask "
    "the wrong way round often raises no error.",
    where="causal/mask-conventions.md",
)


def draw_scores(words: int, seed: int, spread: float = 1.0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    scores = torch.randn(words, words, generator=generator, dtype=torch.float64)
    return spread * scores


def hide(scores: Tensor) -> Tensor:
    blocked = torch.triu(torch.ones_like(scores), diagonal=1).bool()
    weights = torch.softmax(scores.masked_fill(blocked, -torch.inf), dim=-1)
    ours = masked_attention_weights(scores, causal_mask(len(scores)))
    torch.testing.assert_close(weights, ours)
    return weights


def renormalise(scores: Tensor) -> Tensor:
    masked = torch.softmax(scores, dim=-1) * torch.tril(torch.ones_like(scores))
    return masked / masked.sum(dim=-1, keepdim=True)


@tested(
    "seeded_scores returns the scaled scores \\(QK^\\top/\\sqrt{d_k}\\) of a "
    "layer with three random matrices, SelfAttentionV2 after seed 789.",
)
@pytest.mark.parametrize("seed", [0, 123, 789])
def test_seeded_scores_are_those_of_the_layer(seed: int) -> None:
    torch.manual_seed(seed)
    layer = SelfAttentionV2(3, 2)
    expected = layer.W_query(inputs) @ layer.W_key(inputs).T / 2**0.5
    torch.testing.assert_close(seeded_scores(SelfAttentionV2, seed), expected)


@tested(
    "The later words are gone, but now every row except the last sums to less than 1.",
)
@pytest.mark.parametrize("words", [2, 6, 40])
def test_multiplied_rows_sum_to_less_than_one_except_the_last(words: int) -> None:
    for seed in range(20):
        weights = torch.softmax(draw_scores(words, seed), dim=-1)
        sums = weights.tril().sum(dim=-1)
        assert (sums[:-1] < 1).all()
        torch.testing.assert_close(sums[-1], torch.ones((), dtype=torch.float64))


@tested(
    "A key with a score of \\(-\\infty\\) gets weight 0 and adds nothing to the "
    "denominator, which stays positive because each word may attend to itself.",
    "Each word then attends to itself and to the words before it, and its "
    "weights still sum to 1.",
)
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
@pytest.mark.parametrize("words", [1, 6, 40])
def test_hidden_keys_get_nothing_and_count_for_nothing(
    words: int, dtype: torch.dtype
) -> None:
    for seed in range(20):
        scores = draw_scores(words, seed, spread=10.0).to(dtype)
        weights = hide(scores)
        assert (weights.triu(diagonal=1) == 0).all()
        for row in range(words):
            alone = torch.softmax(scores[row, : row + 1], dim=0)
            torch.testing.assert_close(weights[row, : row + 1], alone)
        assert (weights.float().sum(dim=-1) - 1).abs().max() < 0.02


@tested(
    "The weights are the same as with the first method, but without a second division.",
    "The right-hand side is a softmax over the words up to \\(i\\), which is the "
    "second method.",
    r"\[ \weight{\alpha_{ij}} = \frac{\exp(\score{\omega_{ij}}/\sqrt{d_k} + M_{ij})}"
    r"{\sum_m \exp(\score{\omega_{im}}/\sqrt{d_k} + M_{im})} \qquad M_{ij} = "
    r"\begin{cases} 0 & \text{if } j \le i \\ -\infty & \text{if } j > i "
    r"\end{cases} \]",
    r"\[ \frac{\weight{\alpha_{ij}}}{\sum_{m \le i} \weight{\alpha_{im}}} = "
    r"\frac{e_{ij} \,/\, S_i}{\sum_{m \le i} e_{im} \,/\, S_i} = "
    r"\frac{e_{ij}}{\sum_{m \le i} e_{im}} \]",
)
@pytest.mark.parametrize(("words", "d_k"), [(1, 2), (6, 2), (15, 9)])
def test_both_ways_give_the_same_weights(words: int, d_k: int) -> None:
    for seed in range(10):
        torch.manual_seed(seed)
        q, k = 2 * torch.randn(2, words, d_k, dtype=torch.float64)
        v = torch.eye(words, dtype=torch.float64)
        package, _ = scaled_dot_product_attention(q, k, v, causal_mask(words))
        omega = q @ k.T
        torch.testing.assert_close(
            hide(omega / d_k**0.5), renormalise(omega / d_k**0.5)
        )
        e = torch.exp(omega / d_k**0.5)
        S = e.sum(dim=-1)
        alpha = e / S[:, None]
        for i in range(words):
            M = torch.tensor([0.0 if j <= i else -torch.inf for j in range(words)])
            masked = torch.exp(omega[i] / d_k**0.5 + M)
            torch.testing.assert_close(masked / masked.sum(), package[i])
            here = slice(i + 1)  # m <= i
            for share in (
                alpha[i, here] / alpha[i, here].sum(),
                (e[i, here] / S[i]) / (e[i, here] / S[i]).sum(),
                e[i, here] / e[i, here].sum(),
            ):
                torch.testing.assert_close(share, package[i, here])


@tested(
    "A new word adds a value and a context, and the earlier contexts stay where they "
    "were.",
)
def test_a_growing_sentence_moves_no_earlier_context() -> None:
    for parts in ((plane_queries, plane_keys, plane_values), torch.randn(3, 8, 4)):
        for masked in (True, False):
            grown = []
            for n in range(1, 9):
                mask, first = causal_mask(n), [part[:n] for part in parts]
                contexts, _ = scaled_dot_product_attention(
                    *first, mask if masked else None
                )
                grown.append(contexts)
            for before, after in pairwise(grown):
                assert torch.allclose(before, after[:-1], atol=1e-5) == masked


@tested(
    "So zeros above the diagonal do not prove that a layer is causal.",
)
def test_weights_that_are_only_multiplied_depend_on_later_words() -> None:
    for seed in range(20):
        scores = draw_scores(6, seed)
        other = scores.clone()
        other[:, 5] += 1.0
        before, after = (torch.softmax(s, dim=-1).tril() for s in (scores, other))
        assert (before.triu(diagonal=1) == 0).all()
        assert (before[:5, 0] != after[:5, 0]).all()
        torch.testing.assert_close(renormalise(scores)[:5], renormalise(other)[:5])


@tested(
    "With \\(-\\infty\\), the hidden score is overwritten before it is used.",
)
@pytest.mark.parametrize("hidden", [-1e30, 0.0, 200.0, 1e30, torch.inf, torch.nan])
def test_a_hidden_score_has_no_effect_however_large(hidden: float) -> None:
    scores = draw_scores(6, 0).float()
    loud = scores.clone()
    loud[:5, 5] = hidden
    assert torch.equal(hide(scores), hide(loud))
    if hidden >= 200:
        assert renormalise(loud)[0].isnan().all()


@tested(
    "The context vector for your is its own value, because its only weight is 1.",
    "The other four could already attend to the first three words, so their weights "
    "stay the same.",
)
@pytest.mark.parametrize("layer", [SelfAttentionV1, SelfAttentionV2])
def test_the_first_word_keeps_its_value_and_a_prefix_changes_its_own_rows(
    layer: type[SelfAttentionV1] | type[SelfAttentionV2],
) -> None:
    for seed in range(20):
        scores, values = seeded_scores(layer, seed), torch.randn(6, 4)
        causal = masked_attention_weights(scores, causal_mask(6))
        torch.testing.assert_close((causal @ values)[0], values[0])
        mask = causal_mask(6)
        mask[:, :3] = True
        prefix = masked_attention_weights(scores, mask)
        assert torch.equal(prefix[2:], causal[2:])
        assert (prefix[:2] != causal[:2]).any(dim=-1).all()
