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
from tests.claims.quotes import cited, derived, tested

cited(
    "Most early neural translation models had an encoder that turned a sentence into "
    "one vector and a decoder that wrote the translation from it.",
    source="Bahdanau et al. (2015), section 1",
)
cited(
    "Bengio, Simard and Frasconi described this in 1994.",
    source="Bengio, Simard and Frasconi (1994), abstract and section 1",
)
cited(
    "Gates protect the contents of a memory cell from later words (Hochreiter and "
    "Schmidhuber, 1997, section 4).",
    source="Hochreiter and Schmidhuber (1997), sections 3.2 and 4: the input gate",
)
cited(
    "Reading the source sentence backwards brings its first words closer to the first "
    "words of the translation (Sutskever et al., 2014, section 3.3).",
    source="Sutskever et al. (2014), section 3.3",
)
cited(
    "It reads in both directions, and the two states for each word are concatenated "
    "(section 3.2).",
    "The query is the decoder's state, a new one for each word that it writes (section "
    "3.1).",
    source="Bahdanau et al. (2015), sections 3.1 and 3.2",
)
cited(
    "In practice the dot product is much faster and needs less memory, since it can "
    "use highly optimised matrix-product code (Vaswani et al., 2017, section 3.2.1).",
    source="Vaswani et al. (2017), section 3.2.1",
)
derived(
    "If each of these matrices shrinks a change to at most some constant share of its "
    "size, below 1, what is left falls at least exponentially with the number of "
    "words.",
    "Each row needs the one above it, so the steps are computed one after another.",
    where="self-attention/before-attention.md#how-the-first-word-fades",
)


@tested(
    "\\(W\\), \\(U\\) and \\(b\\) are trained and shared by all steps; tanh keeps "
    "each number between −1 and 1.",
    r"\[ h_t = \tanh(W x_t + b + U h_{t-1}), \qquad h_0 = 0 \]",
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


@tested(
    "To first order, a small change in one state is carried to the next by the matrix "
    "\\(J_t\\), and to the last by the product of all these matrices:",
    r"\[ J_t = \frac{\partial h_t}{\partial h_{t-1}} = \operatorname{diag}\!\left(1 - "
    r"h_t^2\right) U \qquad \frac{\partial h_n}{\partial h_1} = J_n J_{n-1} \cdots "
    r"J_2 \]",
)
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


@tested(
    "The gradient passes through the same matrices on its way back, so the first word "
    "has hardly any effect on training either."
)
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


@tested(
    "In an average of \\(n\\) words, the first one keeps a share of one in \\(n\\)."
)
def test_an_average_keeps_one_part_in_n():
    for n in (1, 2, 24, 500):
        words = torch.randn(n, 3, dtype=torch.float64)
        other = words.clone()
        other[0] += 1
        moved = other.mean(dim=0) - words.mean(dim=0)
        torch.testing.assert_close(moved, torch.full_like(moved, 1 / n))


@tested(
    r"\[ \score{e_{ij}} = v^\top \tanh(W_q\, \query{q_i} + W_k\, \key{k_j}) \qquad "
    r"\weight{\alpha_{ij}} = \frac{\exp \score{e_{ij}}}{\sum_k \exp \score{e_{ik}}} "
    r"\qquad \context{c_i} = \sum_j \weight{\alpha_{ij}}\, \value{v_j} \]"
)
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


@tested(
    "But every query gets the same weights:",
    "The score is then a sum of two parts, \\(v^\\top W_q\\, \\query{q_i} + v^\\top "
    "W_k\\, \\key{k_j}\\).",
    "The first is the same for all keys, and softmax ignores a constant that is added "
    "to all scores.",
    "So the query no longer has any effect.",
)
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


@tested(
    "A dot product needs vectors of the same width; additive attention does not.",
    "Broadcasting adds the query to each row of the keys:",
)
def test_query_and_key_may_differ_in_width():
    for d_query, d_key in ((1, 9), (5, 4), (4, 4)):
        attention = AdditiveAttention(d_query, d_key, d_hidden=7)
        keys = torch.rand(6, d_key)
        assert attention(torch.rand(2, d_query), keys, keys).shape == (2, d_key)
