"""Skip-gram with negative sampling, against answers found another way."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention.text import (
    SkipGram,
    noise_distribution,
    skip_gram_loss,
    skip_gram_pairs,
    train_skip_gram,
)
from tests.attention.expect import seeded

# Distinct primes, so that a swapped axis is noticed.
NUM_WORDS, NUM_PAIRS, K, D = 11, 7, 3, 5


@given(st.lists(st.integers(0, 5), min_size=2, max_size=11), st.integers(1, 13))
def test_pairs_are_those_of_a_loop(ids: list[int], window: int):
    places = range(len(ids))
    expected = [(i, j) for i in places for j in places if 0 < abs(i - j) <= window]
    centres, contexts = skip_gram_pairs(torch.tensor(ids), window)
    assert centres.tolist() == [ids[i] for i, _ in expected]
    assert contexts.tolist() == [ids[j] for _, j in expected]


def test_noise_is_counts_to_the_power_of_three_quarters():
    noise = noise_distribution(torch.tensor([3] * 16 + [1]), num_words=5)
    expected = torch.tensor([0, 1, 0, 8, 0], dtype=torch.float64) / 9
    torch.testing.assert_close(noise, expected)


def test_a_loss_keeps_its_digits_at_both_ends():
    vectors = 100 * torch.ones(D)
    assert skip_gram_loss(vectors, vectors, -vectors[None]) == 0
    assert skip_gram_loss(vectors, -vectors, vectors[None]).isfinite()
    # torch's softplus rounds log(1 + exp(x)) to x from 20 on.
    vector = torch.full((1,), 5.0, dtype=torch.float64)
    loss = skip_gram_loss(vector, -vector, torch.empty(0, 1, dtype=torch.float64))
    assert loss.item() - 25 == pytest.approx(math.exp(-25), rel=1e-3, abs=0)


def test_the_model_looks_up_centres_and_contexts_in_tables_of_their_own():
    model = SkipGram(NUM_WORDS, D, generator=seeded()).double()
    with torch.no_grad():
        model.contexts.normal_(generator=seeded(1))
    centres, contexts = torch.arange(NUM_PAIRS), torch.arange(NUM_PAIRS) + 3
    negatives = torch.arange(NUM_PAIRS * K).reshape(NUM_PAIRS, K) % NUM_WORDS
    tables = model.centres[centres], model.contexts[contexts], model.contexts[negatives]
    loss = model(centres, contexts, negatives)
    torch.testing.assert_close(loss, skip_gram_loss(*tables))
    assert torch.equal(model(centres.int(), contexts.int(), negatives.int()), loss)


def test_the_model_starts_as_the_original_program_does():
    model = SkipGram(NUM_WORDS, D, generator=seeded())
    uniform = torch.rand(NUM_WORDS, D, generator=seeded(), dtype=torch.float64)
    torch.testing.assert_close(model.centres.data, ((uniform - 0.5) / D).float())
    assert (model.contexts == 0).all()


def test_a_step_of_training_goes_down_the_gradient_of_the_mean_loss():
    ids, generator = torch.tensor([2, 0, 1, 2, 1]), seeded(4)
    model, expected = (SkipGram(3, D, generator=seeded()).double() for _ in range(2))
    settings = {"window": 1, "num_negatives": K, "batch_size": NUM_PAIRS}
    losses = train_skip_gram(
        model, ids, steps=1, learning_rate=0.5, generator=seeded(4), **settings
    )
    centres, contexts = skip_gram_pairs(ids, 1)
    picked = torch.randint(len(centres), (NUM_PAIRS,), generator=generator)
    noise = noise_distribution(ids, 3)
    negatives = torch.multinomial(noise, NUM_PAIRS * K, True, generator=generator)
    negatives = negatives.view(NUM_PAIRS, K)
    loss = expected(centres[picked], contexts[picked], negatives).mean()
    loss.backward()
    torch.optim.SGD(expected.parameters(), lr=0.5).step()
    torch.testing.assert_close(losses, loss.detach()[None])
    torch.testing.assert_close(model.state_dict(), expected.state_dict())
