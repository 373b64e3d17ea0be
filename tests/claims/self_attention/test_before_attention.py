"""What is behind the general sentences of docs/self-attention/before-attention.md."""

import torch

from attention import (
    AdditiveAttention,
    RecurrentEncoder,
    RecurrentRecall,
    additive_scores,
    recall_batch,
    train_recall,
)


def test_a_state_is_bounded_and_follows_from_the_one_before():
    for seed in range(10):
        torch.manual_seed(seed)
        encoder = RecurrentEncoder(d_in=5, d_state=7).double()
        W, b, U = encoder.W_input.weight, encoder.W_input.bias, encoder.W_state.weight
        words = 3 * torch.randn(12, 5, dtype=torch.float64)
        h = torch.zeros(7, dtype=torch.float64)
        for x, state in zip(words, encoder(words), strict=True):
            h = torch.tanh(W @ x + b + U @ h)
            torch.testing.assert_close(state, h)
            assert (state.abs() <= 1).all()


def test_the_last_state_depends_on_the_first_by_the_product():
    for seed in range(10):
        torch.manual_seed(seed)
        encoder = RecurrentEncoder(d_in=3, d_state=4).double()
        W, U = encoder.W_input.weight, encoder.W_state.weight
        words = torch.randn(6, 3, dtype=torch.float64)
        jacobians = torch.autograd.functional.jacobian(encoder, words)
        h = encoder(words)
        # The first word reaches later states through the first state alone.
        from_first = torch.diag(1 - h[0] ** 2) @ W
        torch.testing.assert_close(jacobians[0, :, 0], from_first)
        for t in range(1, 6):
            from_first = torch.diag(1 - h[t] ** 2) @ U @ from_first
            torch.testing.assert_close(jacobians[t, :, 0], from_first)


def test_the_gradient_of_the_first_of_32_words_is_lost_too():
    for length in (4, 32):
        for steps in (0, 150):  # before training, and after it
            models, _ = train_recall(
                lambda length=length: RecurrentRecall(length),
                length=length,
                seeds=range(4),
                steps=steps,
            )
            for model in models:
                ids, first = recall_batch(32, length=length)
                words = model.embed(ids).detach().requires_grad_()
                answers = model.answer(model.encoder(words)[:, -1])
                torch.nn.functional.cross_entropy(answers, first).backward()
                sizes = words.grad.norm(dim=-1).mean(dim=0)
                share = sizes[0] / sizes[-1]
                assert share < 1e-5 if length == 32 else share > 0.01


def test_an_average_keeps_one_part_in_n():
    for n in (1, 2, 24, 500):
        words = torch.randn(n, 3, dtype=torch.float64)
        other = words.clone()
        other[0] += 1
        moved = other.mean(dim=0) - words.mean(dim=0)
        torch.testing.assert_close(moved, torch.full_like(moved, 1 / n))


def test_additive_attention_is_its_formula():
    torch.manual_seed(0)
    attention = AdditiveAttention(d_query=3, d_key=4, d_hidden=6).double()
    W_q, W_k = attention.W_query.weight, attention.W_key.weight  # (d_hidden, …)
    v = 3 * attention.v.weight[0]
    with torch.no_grad():
        attention.v.weight.mul_(3)
    drawn = (
        torch.randn(n, d, dtype=torch.float64) for n, d in ((2, 3), (5, 4), (5, 2))
    )
    queries, keys, values = drawn
    contexts, weights = attention.attend(queries, keys, values)
    for i, q in enumerate(queries):
        e = [v @ torch.tanh(W_q @ q + W_k @ k) for k in keys]
        alpha = [torch.exp(e_ij) / sum(map(torch.exp, e)) for e_ij in e]
        c = sum(alpha[j] * values[j] for j in range(5))
        torch.testing.assert_close(weights[i], torch.stack(alpha))
        torch.testing.assert_close(contexts[i], c)


def test_without_tanh_the_query_has_no_effect():
    for seed in range(10):
        torch.manual_seed(seed)
        shapes = (5, 3), (8, 4), (3, 6), (4, 6), (6,)
        drawn = [torch.randn(*shape, dtype=torch.float64) for shape in shapes]
        queries, keys, W_query, W_key, v = drawn
        sums = (queries @ W_query)[:, None, :] + (keys @ W_key)[None, :, :]
        weights = torch.softmax(sums @ v, dim=-1)
        torch.testing.assert_close(weights, weights[:1].expand(5, 8))
        scores = additive_scores(queries, keys, W_query, W_key, v)
        weights = torch.softmax(scores, dim=-1)
        assert not torch.allclose(weights, weights[:1].expand(5, 8), atol=1e-3)


def test_query_and_key_may_differ_in_width():
    for d_query, d_key in ((1, 9), (5, 4), (4, 4)):
        attention = AdditiveAttention(d_query, d_key, d_hidden=7)
        keys = torch.rand(6, d_key)
        assert attention(torch.rand(2, d_query), keys, keys).shape == (2, d_key)
