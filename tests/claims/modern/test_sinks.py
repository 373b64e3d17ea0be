"""What is behind the general sentences of docs/modern/sinks.md."""

import pytest
import torch

from attention import (
    causal_mask,
    load_trained,
    record_weights,
    said_twice,
    scaled_attention_scores,
    scaled_dot_product_attention,
    sink_attention,
    window_mask,
)
from tests.claims.quotes import cited, derived, tested

cited(
    "A sink is one number for each head, trained with the rest; the models gpt-oss "
    "have them (GptOssAttention in transformers).",
    source="huggingface/transformers, models/gpt_oss/modeling_gpt_oss.py: self.sinks, "
    "an nn.Parameter of num_attention_heads; eager_attention_forward drops their "
    "column after the softmax",
)
cited(
    "Xiao et al. (2023, section 3.1) found that trained models put much of their "
    "attention on the first few words of a text, and called these words attention "
    "sinks.",
    "When a window dropped them, the models failed.",
    "Their remedy is to keep the first words besides the window, here one word and a "
    "window of three:",
    source="Xiao et al. (2023), Efficient Streaming Language Models with Attention "
    "Sinks, abstract and section 3.1",
)
derived(
    "So attention with a sink is attention without one, times \\(\\sigma(\\ell_i - "
    "s)\\):",
    "A sink changes all weights of a query by the same factor.",
    where="modern/sinks.md#a-factor-between-0-and-1",
)


def seeded(seed: int, *shape: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


@tested(
    "The weights of a query sum to one, whether its scores are high or low.",
    "Four words with equal scores share the attention, and it makes no difference to "
    "them whether all match well or all match badly.",
    "If all scores are low, nearly everything goes to it.",
)
@pytest.mark.parametrize("shift", [-50.0, -5.0, 0.0, 5.0])
def test_low_scores_without_and_with_a_sink(shift: float) -> None:
    scores = seeded(0, 7)
    plain = torch.softmax(scores + shift, dim=-1)
    torch.testing.assert_close(plain, torch.softmax(scores, dim=-1))
    torch.testing.assert_close(plain.sum(), torch.ones(()).double())
    with_sink = torch.softmax(torch.cat([scores + shift, torch.zeros(1)]), dim=-1)
    if shift < -10:
        assert with_sink[-1] > 0.999


@tested(
    "So a function that returns context vectors and log-sum-exps needs no change, "
    "because the factor can be multiplied in afterwards.",
    "It lets the weights of a query sum to less than one, which scales its context "
    "vector by \\(\\sigma(\\ell_i - s)\\), and it has no value.",
    "They are all less than one, and what is missing is the sink's.",
)
@pytest.mark.parametrize("sink", [-3.0, 0.0, 2.0, 10.0])
def test_the_factor(sink: float) -> None:
    for seed in range(5):
        q, k, v = seeded(seed, 3, 2, 6, 4)
        sinks = torch.tensor([sink, sink + 1], dtype=torch.float64)
        mask = causal_mask(6)
        plain, shares = scaled_dot_product_attention(q, k, v, mask)
        scores = scaled_attention_scores(q, k).masked_fill(~mask, -torch.inf)
        kept = torch.sigmoid(scores.logsumexp(dim=-1) - sinks[:, None])[..., None]
        found, weights = sink_attention(q, k, v, sinks, mask)
        torch.testing.assert_close(found, kept * plain)
        torch.testing.assert_close(weights, kept * shares)
        assert (weights.sum(dim=-1) < 1).all()


@tested(
    "A sink does what a key would do whose score is \\(s\\) for every query and whose "
    "value is zero.",
    "With the value of ones the result is different: that key adds its weight to each "
    "feature of the context vector.",
)
def test_a_sink_is_a_key_whose_value_is_zero() -> None:
    for seed in range(5):
        q, k, v = seeded(seed, 3, 1, 6, 4)
        ours, _ = sink_attention(q, k, v, torch.full((1,), 2.0).double())
        scores = scaled_attention_scores(q, k)
        more = torch.cat([scores, torch.full((1, 6, 1), 2.0).double()], dim=-1)
        weights = torch.softmax(more, dim=-1)
        for value in (0.0, 1.0):
            row = torch.full((1, 1, 4), value).double()
            found = weights @ torch.cat([v, row], dim=1)
            torch.testing.assert_close(found, ours + value * weights[..., -1:])


@tested(
    "In the second, where there is a match and scores are higher, the words keep 0.95, "
    "and the model still repeats the sequence.",
    "Of the attention in the first copy, 0.18 is left for the words, and the rest "
    "goes to the sink.",
    "In the first copy itself it has nothing to find, and its weights sum to one all "
    "the same.",
)
@pytest.mark.parametrize("seed", [0, 1, 2])
@torch.no_grad()
def test_the_trained_head(seed: int) -> None:
    ids = said_twice(500, 10, torch.Generator().manual_seed(seed))
    sums, lse = {}, None
    for sink in (-torch.inf, 5.0):
        sinks = torch.tensor([sink, -torch.inf])

        def attend(q, k, v, mask, dropout, sinks=sinks):
            nonlocal lse
            scores = scaled_attention_scores(q, k).masked_fill(~mask, -torch.inf)
            lse = scores.logsumexp(dim=-1)[:, 0]
            return sink_attention(q, k, v, sinks, mask, dropout)

        model = load_trained("induction")
        model.layers[1].attend = attend
        with record_weights(model) as weights:
            right = model(ids)[:, 10:-1].argmax(dim=-1) == ids[:, 11:]
        assert right.double().mean() > 0.99
        sums[sink] = weights["layers.1.attend"][:, 0].sum(dim=-1)
    assert torch.allclose(sums[-torch.inf], torch.ones(500, 20), atol=1e-5)
    assert abs(sums[5.0][:, :10].mean() - 0.18) < 0.02
    assert abs(sums[5.0][:, 10:].mean() - 0.95) < 0.01
    assert lse[:, 10:].mean() > lse[:, :10].mean() + 4


@tested(
    "Those sinks are words with keys and values.",
    "The logit of this page has neither.",
)
def test_the_first_words_are_kept() -> None:
    first = causal_mask(8) & (torch.arange(8) < 1)
    mask = window_mask(8, window=3) | first
    assert mask[:, 0].all()
    assert mask.sum(dim=-1).tolist() == [1, 2, 3, 4, 4, 4, 4, 4]


@tested(
    "A sink of \\(-\\infty\\) adds nothing to the denominator.",
    "A large one leaves context vectors close to zero.",
    'A sink of 0 adds \\(e^0 = 1\\), which is also known as the softmax "off by one".',
)
def test_extremes() -> None:
    q, k, v = seeded(0, 3, 1, 6, 4)
    plain, _ = scaled_dot_product_attention(q, k, v)
    none, _ = sink_attention(q, k, v, torch.full((1,), -torch.inf).double())
    torch.testing.assert_close(none, plain)
    last = plain.abs().max()
    for sink in (10.0, 20.0, 40.0):
        found, _ = sink_attention(q, k, v, torch.full((1,), sink).double())
        assert found.abs().max() < last / 100
        last = found.abs().max()
    _, weights = sink_attention(q, k, v, torch.zeros(1).double())
    exps = scaled_attention_scores(q, k).exp()
    torch.testing.assert_close(weights, exps / (1 + exps.sum(dim=-1, keepdim=True)))
