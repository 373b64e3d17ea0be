"""What docs/frontier/balance.md says in general."""

import torch

from attention import DeepSeekRouter, balance_loss, balanced_bias
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says


def test_a_bias_goes_against_the_load():
    says(
        "frontier/balance",
        r"\[ b_i \leftarrow b_i + \gamma \, \mathrm{sign}(\bar{c} - c_i) \]",
    )
    b, c = random(4), torch.tensor([9, 2, 5, 4])
    for gamma in (0.25, 0.001):
        found = balanced_bias(b, c, step=gamma)
        assert_close(found, b + gamma * torch.sign(c.double().mean() - c))


def test_a_score_is_a_sigmoid_and_the_weights_sum_to_one():
    says(
        "frontier/balance",
        r"\[ s_e = \sigma(x \cdot w_e) \qquad g_e = \frac{s_e}{\sum_{j \in C} s_j} \]",
    )
    router = numbered(DeepSeekRouter(5, 12, 3))
    router.bias.zero_()
    for x in random(40, 5, seed=8):
        s = torch.sigmoid(router.W_router.weight @ x)
        C = s.topk(3).indices
        chosen, weights = router(x[None])
        assert set(chosen[0].tolist()) == set(C.tolist())
        for e, g_e in zip(chosen[0], weights[0], strict=True):
            assert_close(g_e, s[e] / sum(s[j] for j in C))


def test_the_loss_is_the_sum_as_written():
    says(
        "frontier/balance",
        r"\[ L = n \sum_{i=1}^{n} f_i P_i \]",
        "No. If all mean probabilities are equal, the loss is 1 for any loads, since the shares sum to 1.",
        r"The derivative with respect to \(P_i\) is \(n f_i\), which is largest for the experts that were chosen most.",
    )
    n, tokens = 7, 53
    probabilities = random(tokens, n).softmax(-1).requires_grad_()
    chosen = (random(tokens, n, seed=1) + torch.arange(n) / 3).topk(2).indices
    f = torch.bincount(chosen.flatten(), minlength=n).double() / (2 * tokens)
    L = balance_loss(probabilities, chosen)
    P = probabilities.mean(dim=0)
    assert_close(L, n * sum(f[i] * P[i] for i in range(n)))
    (slopes,) = torch.autograd.grad(L, probabilities)
    assert_close(slopes, (n * f / tokens).expand(tokens, n), 1e-8)
    even = torch.full((tokens, n), 1 / n, dtype=torch.float64)
    assert_close(balance_loss(even, chosen), torch.ones(()).double())
