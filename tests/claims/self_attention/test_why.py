"""What is behind the general sentences of docs/self-attention/why.md."""

from itertools import pairwise, product
from math import factorial, prod

import torch

from attention import AttentionRecall, RecurrentRecall, recall_batch


def test_attention_takes_its_words_in_any_order_and_a_recurrent_reader_does_not():
    torch.manual_seed(0)
    ids, _ = recall_batch(20, length=8)
    order = torch.randperm(8)
    model, reader = AttentionRecall(8), RecurrentRecall(8)
    x, y = model.embed(ids), reader.embed(ids)
    asks = x[:, -1:]
    same, moved = (model.attention(asks, each, each) for each in (x, x[:, order]))
    assert not torch.allclose(same, moved)  # without the question mark
    moved = model.attention(asks, *2 * [torch.cat([x[:, order], asks], dim=1)])
    torch.testing.assert_close(moved, same)
    moved = torch.cat([y[:, order], y[:, -1:]], dim=1)
    states = (reader.encoder(each)[:, -1] for each in (y, moved))
    assert not torch.allclose(*states, atol=1e-4)


def test_equal_shares_do_not_see_the_order():
    torch.manual_seed(0)
    model = AttentionRecall(8)
    ids, _ = recall_batch(20, length=8)
    shuffled = torch.cat([ids[:, :8][:, torch.randperm(8)], ids[:, 8:]], dim=1)
    assert not torch.allclose(model(ids), model(shuffled))
    model.attention.v.weight.requires_grad_(False).zero_()
    torch.testing.assert_close(model(ids), model(shuffled))


def test_of_all_that_counts_allow_the_most_frequent_word_is_the_best_answer():
    shares = []
    for length in range(1, 33):
        right = 0
        for counts in product(range(length + 1), repeat=3):
            if sum(counts) <= length:
                each = (*counts, length - sum(counts))
                sequences = factorial(length) // prod(map(factorial, each))
                # Each word comes first as often as its share of the places says.
                right += max(sequences * count // length for count in each)
        shares.append(right / 4**length)
    assert all(b < a for a, b in pairwise(shares))
