"""What is behind the general sentences of docs/self-attention/query-key-value.md."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    attention_scores,
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
    scaled_attention_scores,
    scaled_dot_product_attention,
)

IT, SHE, SOLD, BOAT = map(plane_tokens.index, ("it", "she", "sold", "boat"))
SEEDS = st.integers(0, 2**32 - 1)
WIDTHS = st.integers(1, 40)


def draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, dtype=torch.float64)


@given(SEEDS, st.integers(1, 5), WIDTHS)
def test_attention_is_its_formula(seed, num_keys, d_k):
    torch.manual_seed(seed)
    queries, keys, values = draw(2, d_k), draw(num_keys, d_k), draw(num_keys, 3)
    contexts, weights = scaled_dot_product_attention(queries, keys, values)
    for i in range(2):
        omega = [(queries[i] * key).sum() for key in keys]
        exponentials = [torch.exp(omega_ij / d_k**0.5) for omega_ij in omega]
        alpha = [exponential / sum(exponentials) for exponential in exponentials]
        z = sum(alpha[j] * values[j] for j in range(num_keys))
        scores = attention_scores(queries, keys)[i]
        torch.testing.assert_close(scores, torch.stack(omega))
        torch.testing.assert_close(weights[i], torch.stack(alpha))
        torch.testing.assert_close(contexts[i], z)


@given(SEEDS, st.integers(1, 9), st.integers(1, 9), WIDTHS, WIDTHS)
def test_a_context_is_an_average_of_values(seed, num_queries, num_keys, d_k, d_v):
    torch.manual_seed(seed)
    queries, keys = draw(num_queries, d_k), draw(num_keys, d_k)
    scores = scaled_attention_scores(queries, keys)
    values = draw(num_keys, d_v)
    contexts, weights = scaled_dot_product_attention(queries, keys, values)
    assert contexts.shape == (num_queries, d_v)
    assert weights.ge(0).all()
    assert torch.equal(weights.argsort(dim=-1), scores.argsort(dim=-1))
    torch.testing.assert_close(weights.sum(dim=-1), torch.ones_like(weights[:, 0]))
    assert contexts.le(values.amax(dim=0) + 1e-9).all()
    assert contexts.ge(values.amin(dim=0) - 1e-9).all()


@given(SEEDS, st.integers(1, 9), WIDTHS)
def test_a_query_of_zeros_reads_all_words_alike(seed, num_keys, d_k):
    torch.manual_seed(seed)
    keys = 100 * draw(num_keys, d_k)
    query = torch.zeros(1, d_k, dtype=torch.float64)
    _, weights = scaled_dot_product_attention(query, keys, keys)
    torch.testing.assert_close(weights, torch.full_like(weights, 1 / num_keys))
    assert not plane_queries[plane_tokens.index("but")].any()


def test_a_score_differs_from_its_mirror_image_and_not_without_two_vectors():
    scores = plane_queries @ plane_keys.T
    assert not torch.allclose(scores, scores.T)
    alike = plane_keys @ plane_keys.T  # the cause taken away
    assert torch.equal(alike, alike.T)


@given(SEEDS, st.integers(2, 9), WIDTHS)
def test_the_weights_of_a_row_do_not_depend_on_other_queries(seed, num_words, d_k):
    torch.manual_seed(seed)
    queries, keys = draw(num_words, d_k), draw(num_words, d_k)
    others = torch.cat([queries[:1], 10 * draw(num_words - 1, d_k)])
    _, weights = scaled_dot_product_attention(queries, keys, keys)
    _, changed = scaled_dot_product_attention(others, keys, keys)
    torch.testing.assert_close(changed[0], weights[0])


def test_sold_lies_between_ada_and_boat():
    contexts, weights = scaled_dot_product_attention(
        plane_queries, plane_keys, plane_values
    )
    ada = plane_tokens.index("ada")
    assert weights[SOLD, ada] == weights[SOLD, BOAT] > 0.39
    ends = plane_values[[ada, BOAT]]
    away = (contexts[SOLD] - ends.mean(dim=0)).norm()
    assert away < 0.1 * (ends[0] - ends[1]).norm()


@given(st.floats(-9, 9), st.floats(-9, 9))
def test_no_change_of_a_key_goes_unnoticed_in_the_plane(x, y):
    change = torch.tensor([x, y], dtype=torch.float64)
    scores = plane_queries[[SHE, IT]].double() @ change  # what is added to the two
    assert scores.ne(0).any() == change.ne(0).any()


@given(SEEDS, st.integers(1, 6), st.integers(1, 6))
def test_wider_keys_can_change_without_changing_a_score(seed, num_queries, more):
    torch.manual_seed(seed)
    queries, keys = draw(num_queries, num_queries + more), draw(5, num_queries + more)
    unread = torch.linalg.svd(queries).Vh[-1]  # no query has anything of it
    changed = keys.clone()
    changed[2] += 10 * unread
    assert (changed - keys).norm() > 9
    torch.testing.assert_close(queries @ changed.T, queries @ keys.T)


@given(SEEDS, st.integers(1, 9), WIDTHS, WIDTHS)
def test_weights_do_not_depend_on_values(seed, num_words, d_k, d_v):
    torch.manual_seed(seed)
    queries, keys = draw(num_words, d_k), draw(num_words, d_k)
    _, weights = scaled_dot_product_attention(queries, keys, draw(num_words, d_v))
    _, again = scaled_dot_product_attention(queries, keys, 9 * draw(num_words, d_v))
    assert torch.equal(weights, again)


def test_keys_handed_over_do_not_tell_boat_from_bike():
    bike = plane_values.clone()
    bike[BOAT] = torch.tensor([-4.0, -2.0])
    contexts = [
        scaled_dot_product_attention(plane_queries, plane_keys, handed_over)[0][IT]
        for handed_over in (plane_values, bike, plane_keys)
    ]
    assert (contexts[0] - plane_values[BOAT]).norm() < 0.5
    assert (contexts[0] - contexts[1]).norm() > 7
    person, thing = contexts[2]
    assert thing > 2 * abs(person)


@given(WIDTHS, WIDTHS)
def test_queries_and_keys_of_different_widths_are_refused(first, second):
    if first == second:
        assert scaled_attention_scores(draw(3, first), draw(4, second)).shape == (3, 4)
    else:
        with pytest.raises(ValueError, match="d_k"):
            scaled_attention_scores(draw(3, first), draw(4, second))


@given(SEEDS, st.integers(2, 9), WIDTHS)
def test_exchanged_parts_transpose_the_scores(seed, num_words, d_k):
    torch.manual_seed(seed)
    queries, keys = draw(num_words, d_k), draw(num_words, d_k)
    scores = scaled_attention_scores(queries, keys)
    exchanged = scaled_attention_scores(keys, queries)
    torch.testing.assert_close(exchanged, scores.T)
    torch.testing.assert_close(exchanged.diagonal(), scores.diagonal())
    assert not torch.allclose(exchanged, scores)  # the others show it


@given(SEEDS, st.integers(2, 9), WIDTHS)
def test_ratios_of_weights_are_exponentials_of_differences(seed, num_keys, d_k):
    torch.manual_seed(seed)
    query, keys = draw(1, d_k), draw(num_keys, d_k)
    scores = scaled_attention_scores(query, keys)[0]
    weights = scaled_dot_product_attention(query, keys, keys)[1][0]
    ratios = weights[:, None] / weights
    torch.testing.assert_close(ratios, (scores[:, None] - scores).exp())
