"""What is behind the general sentences of docs/self-attention/trainable-weights.md."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from attention import (
    SelfAttentionV1,
    attention_weights,
    inputs,
    scaled_attention_scores,
    scaled_dot_product_attention,
)

SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.integers(2, 12)
JOURNEY, STEP = 1, 5


def test_the_layer_projects_by_the_formula():
    for seed in range(5):
        torch.manual_seed(seed)
        layer, x = SelfAttentionV1(4, 3).double(), torch.randn(5, 4).double()

        q, k, v = (
            torch.stack([x_i @ W for x_i in x])
            for W in (layer.W_query, layer.W_key, layer.W_value)
        )
        contexts, _ = scaled_dot_product_attention(q, k, v)
        torch.testing.assert_close(layer(x), contexts)


@given(SEEDS, SIZES)
def test_a_square_matrix_fits_on_both_sides(seed, width):
    torch.manual_seed(seed)
    word, matrix = torch.randn(width), torch.randn(width, width)
    assert not torch.allclose(word @ matrix, matrix @ word)
    symmetric = matrix + matrix.T  # where they do not
    torch.testing.assert_close(word @ symmetric, symmetric @ word)


@given(SEEDS, SIZES)
def test_positive_words_and_matrices_give_positive_queries(seed, d_out):
    torch.manual_seed(seed)
    matrix = torch.rand(3, d_out)
    assert matrix.ge(0).all()
    assert matrix.lt(1).all()
    assert (inputs @ matrix).gt(0).all()


@given(SEEDS, st.integers(2, 50), SIZES, SIZES)
def test_a_key_that_is_largest_everywhere_wins_with_positive_queries(
    seed, width, num_queries, num_keys
):
    torch.manual_seed(seed)
    queries = torch.rand(num_queries, width) + 1e-3
    keys = torch.randn(num_keys, width)
    keys[-1] = keys[:-1].amax(dim=0) + 0.1
    assert (queries @ keys.T).argmax(dim=-1).eq(num_keys - 1).all()


@given(SEEDS, st.integers(2, 9))
def test_attention_weights_do_not_depend_on_the_matrix_of_values(seed, num_words):
    torch.manual_seed(seed)
    x, matrices = torch.randn(num_words, 3).double(), torch.randn(3, 3, 2).double()

    def weights_with(changed: int) -> Tensor:
        more = torch.zeros(3, 1, 1).double()
        more[changed] = 1
        parts = (x @ matrix for matrix in matrices + more * torch.rand(3, 2))
        return scaled_dot_product_attention(*parts)[1]

    parts = (x @ matrix for matrix in matrices)
    _, before = scaled_dot_product_attention(*parts)
    assert torch.equal(weights_with(2), before)  # W_value
    assert not torch.equal(weights_with(0), before)
    assert not torch.equal(weights_with(1), before)


@given(SEEDS, st.integers(1, 1000))
def test_eighteen_numbers_serve_sentences_of_all_lengths(seed, num_words):
    torch.manual_seed(seed)
    matrices, words = torch.rand(3, 3, 2), torch.randn(num_words, 3)
    contexts, weights = scaled_dot_product_attention(*(words @ m for m in matrices))
    assert matrices.numel() == 18
    assert contexts.shape == (num_words, 2)
    assert weights.shape == (num_words, num_words)


def trained(x: Tensor, updates: int) -> Tensor:
    """The attention weights of x after updates that raise journey's weight on step."""
    torch.manual_seed(123)
    matrices = [torch.rand(3, 2, requires_grad=True) for _ in range(2)]
    for _ in range(updates):
        scores = scaled_attention_scores(x @ matrices[0], x @ matrices[1])
        loss = -attention_weights(scores)[JOURNEY, STEP].log()
        slopes = torch.autograd.grad(loss, matrices)
        with torch.no_grad():
            for matrix, slope in zip(matrices, slopes, strict=True):
                matrix -= 0.5 * slope
    scores = scaled_attention_scores(x @ matrices[0], x @ matrices[1])
    return attention_weights(scores).detach()


def test_other_words_may_follow_or_go_the_other_way():
    centred = inputs - inputs.mean(dim=0)
    given_, without_mean = (trained(x, 200) - trained(x, 0) for x in (inputs, centred))
    assert given_[:, STEP].gt(0.5).all()
    assert without_mean[JOURNEY, STEP] > 0.8
    assert without_mean[2, STEP] > 0.7  # starts
    assert without_mean[0, STEP] < -0.16  # your


@given(SEEDS)
def test_one_step_for_a_word_moves_the_weights_of_others_that_share_its_matrices(seed):
    torch.manual_seed(seed)
    shared = torch.randn(2, 3, 2, dtype=torch.float64)
    own = shared.repeat(6, 1, 1, 1)  # two matrices for each word: the cause taken away
    x = inputs.double()

    def weights_of(word: int, matrices: Tensor) -> Tensor:
        scores = scaled_attention_scores(x @ matrices[0], x @ matrices[1])
        return attention_weights(scores)[word]

    matrices = shared.clone().requires_grad_()
    loss = -weights_of(JOURNEY, matrices)[STEP].log()
    (slope,) = torch.autograd.grad(loss, matrices)
    own[JOURNEY] -= 0.5 * slope
    for word in (0, 2, 3, 4, 5):
        before = weights_of(word, shared)
        assert not torch.equal(weights_of(word, shared - 0.5 * slope), before)
        assert torch.equal(weights_of(word, own[word]), before)


@given(SEEDS, SIZES, SIZES, SIZES)
def test_exchanged_matrices_transpose_the_scores(seed, num_words, d_in, d_out):
    torch.manual_seed(seed)
    x = torch.randn(num_words, d_in, dtype=torch.float64)
    first, second = torch.randn(2, d_in, d_out, dtype=torch.float64)
    scores = (x @ first) @ (x @ second).T
    exchanged = (x @ second) @ (x @ first).T
    torch.testing.assert_close(exchanged, scores.T)
    torch.testing.assert_close(exchanged.diagonal(), scores.diagonal())
    assert not torch.allclose(exchanged, scores)
