"""What is behind the general sentences of docs/self-attention/why.md."""

from itertools import pairwise, permutations, product
from math import factorial, prod

import torch

from attention import (
    AttentionRecall,
    RecurrentRecall,
    additive_scores,
    recall_batch,
)


def test_attention_takes_its_words_in_any_order_and_a_recurrent_reader_does_not():
    for seed in range(10):
        torch.manual_seed(seed)
        model, reader = AttentionRecall(8), RecurrentRecall(8)
        x, y = (m.embed(recall_batch(20, length=8)[0]) for m in (model, reader))
        order = torch.randperm(8)
        moved = torch.cat([x[:, :8][:, order], x[:, 8:]], dim=1)
        asks = x[:, -1:]
        torch.testing.assert_close(
            model.attention(asks, x, x), model.attention(asks, moved, moved)
        )
        moved = torch.cat([y[:, :8][:, order], y[:, 8:]], dim=1)
        states = (reader.encoder(each)[:, -1] for each in (y, moved))
        assert not torch.allclose(*states, atol=1e-4)


def test_shares_change_no_faster_than_the_vectors_times_the_question():
    torch.manual_seed(0)
    for size in (2, 5, 50):
        for spread in (0.1, 1.0, 10.0):
            vectors = torch.randn(size, 3, dtype=torch.float64)
            question = spread * torch.randn(3, dtype=torch.float64)
            step = 1e-3 * torch.randn(size, 3, dtype=torch.float64)
            shares = torch.softmax(vectors @ question, dim=0)
            moved = torch.softmax((vectors + step) @ question, dim=0)
            most = step.norm(dim=-1).max() * question.norm()
            assert 0 < (moved - shares).abs().max() <= most


def test_equal_shares_do_not_see_the_order():
    for seed in range(10):
        torch.manual_seed(seed)
        model = AttentionRecall(8)
        model.attention.v.weight.requires_grad_(False).zero_()
        ids, _ = recall_batch(20, length=8)
        shuffled = torch.cat([ids[:, :8][:, torch.randperm(8)], ids[:, 8:]], dim=1)
        torch.testing.assert_close(model(ids), model(shuffled))
        x, attention = model.embed(ids), model.attention
        W_query, W_key, v = (m.weight for m in attention.children())
        assert not additive_scores(x, x, W_query.T, W_key.T, v[0]).any()


def test_of_all_that_counts_allow_the_most_frequent_word_is_the_best_answer():
    shares = []
    for length in range(1, 33):
        right = 0
        for counts in product(range(length + 1), repeat=3):
            if sum(counts) > length:
                continue
            each = (*counts, length - sum(counts))
            sequences = factorial(length) // prod(map(factorial, each))
            first = [sequences * count // length for count in each]
            right += max(first)
            if length < 6:  # and one by one
                words = [word for word, count in enumerate(each) for _ in range(count)]
                orders = set(permutations(words))
                assert len(orders) == sequences
                starts = [order[0] for order in orders]
                assert [starts.count(word) for word in range(4)] == first
        shares.append(right / 4**length)
    assert all(b < a for a, b in pairwise(shares))
