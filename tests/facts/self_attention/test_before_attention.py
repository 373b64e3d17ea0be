"""What is behind the general sentences of docs/self-attention/before-attention.md."""

import torch

from attention import AdditiveAttention, RecurrentEncoder, record_weights
from tests.facts.draw import draw
from tests.facts.says import says


def test_states_are_the_formula_and_a_change_is_carried_by_the_product():
    says(
        "self-attention/before-attention",
        r"\[ h_t = \tanh(W x_t + b + U h_{t-1}), \qquad h_0 = 0 \]",
        r"\[ J_t = \frac{\partial h_t}{\partial h_{t-1}} = \operatorname{diag}\!\left(1 - h_t^2\right) U \qquad \frac{\partial h_n}{\partial h_1} = J_n J_{n-1} \cdots J_2 \]",
    )
    for seed in range(3):
        torch.manual_seed(seed)
        encoder = RecurrentEncoder(d_in=3, d_state=5).double()
        W, b, U = encoder.W_input.weight, encoder.W_input.bias, encoder.W_state.weight
        x = 3 * draw(seed, 7, 3)
        h = encoder(x)
        before = torch.zeros(5, dtype=torch.float64)
        for t in range(7):
            before = torch.tanh(W @ x[t] + b + U @ before)
            torch.testing.assert_close(h[t], before)
        assert (h.abs() <= 1).all()
        jacobians = torch.autograd.functional.jacobian(encoder, x)
        # The first word reaches later states through the first state alone.
        from_first = torch.diag(1 - h[0] ** 2) @ W
        for t in range(1, 7):
            J_t = torch.diag(1 - h[t] ** 2) @ U
            from_first = J_t @ from_first
            torch.testing.assert_close(jacobians[t, :, 0], from_first)


def test_additive_attention_is_its_formula_with_queries_of_another_width():
    says(
        "self-attention/before-attention",
        r"\[ \score{e_{ij}} = v^\top \tanh(W_q\, \query{q_i} + W_k\, \key{k_j}) \qquad \weight{\alpha_{ij}} = \frac{\exp \score{e_{ij}}}{\sum_k \exp \score{e_{ik}}} \qquad \context{c_i} = \sum_j \weight{\alpha_{ij}}\, \value{v_j} \]",
        "A dot product needs vectors of the same width; additive attention does not.",
    )
    torch.manual_seed(0)
    module = AdditiveAttention(2, 5, 11).double()
    queries, keys, values = draw(0, 3, 2), draw(1, 7, 5), draw(2, 7, 4)
    W_q, W_k, v = module.W_query.weight, module.W_key.weight, module.v.weight[0]
    with record_weights(module) as recorded:
        contexts = module(queries, keys, values)
    for i in range(3):
        e = torch.stack([v @ torch.tanh(W_q @ queries[i] + W_k @ k_j) for k_j in keys])
        alpha = e.exp() / e.exp().sum()
        torch.testing.assert_close(recorded["attend"][i], alpha)
        c_i = sum(alpha[j] * values[j] for j in range(7))
        torch.testing.assert_close(contexts[i], c_i)
