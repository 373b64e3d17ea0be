"""What docs/recurrent/delta-layer.md says in general."""

import torch
import torch.nn.functional as F

from attention import (
    GatedDeltaNet,
    decayed_attention,
    delta_rule,
    rms_norm,
    short_convolution,
)
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says

H, T, D = 3, 9, 7


def test_the_convolution_as_a_sum_and_as_a_shift():
    says(
        "recurrent/delta-layer",
        r"\[ y_t = \sum_{j=0}^{3} w_j \odot x_{t - 3 + j} \]",
        "Token by token, a layer needs only the three inputs before, so this is all that it keeps.",
        "With one, a key can come from the token before, for example by the weights 0, 0, 1, 0.",
    )
    x, w = random(T, D), random(4, D, seed=1)
    for weights in (w, torch.tensor([0, 0, 1, 0])[:, None].expand(4, D).double()):
        y, past = short_convolution(x, weights.T[:, None])
        zeros = torch.zeros(D).double()
        for t in range(T):
            before = [x[t - 3 + j] if t - 3 + j >= 0 else zeros for j in range(4)]
            assert_close(y[t], sum((weights[j] * before[j] for j in range(4)), zeros))
    assert torch.equal(y[1:], x[:-1])
    assert torch.equal(past, x[-3:])


def test_the_formulas_of_decays_and_of_the_end_of_the_layer():
    says(
        "recurrent/delta-layer",
        r"\[ \log a = -e^{r} \, \mathrm{softplus}(x \cdot w_a + b) \]",
        r"\[ \mathrm{out} = \mathrm{Concat}_h \bigl( \mathrm{RMSNorm}(z_h) \odot \mathrm{silu}(x W_{g,h}) \bigr) \, W_O \]",
    )
    layer, x, seen = numbered(GatedDeltaNet(D, D, H, 4, 5)), random(T, D), []
    layer.norm.register_forward_pre_hook(lambda _, given: seen.append(given[0]))
    out = layer(x)
    (z,), parts = seen, []
    for h in range(H):
        w_a, b, r = layer.W_decay.weight[h], layer.W_decay.bias[h], layer.log_rate[h]
        log_a = -r.exp() * torch.log(1 + torch.exp(x @ w_a + b))
        assert_close(layer._log_decays(x)[h], log_a)
        W_gh = layer.W_gate.weight.T[:, 5 * h : 5 * h + 5]
        gate = x @ W_gh * torch.sigmoid(x @ W_gh)
        parts.append(rms_norm(z[h], layer.norm.scale, 1e-6) * gate)
    assert_close(out, torch.cat(parts, dim=-1) @ layer.out_proj.weight.T)


def test_the_length_of_a_query_matters_only_through_epsilon():
    says(
        "recurrent/delta-layer",
        r"It matters only through the \(\varepsilon\) that the norm adds to the mean square.",
    )
    q, k, v = (
        random(T, D),
        F.normalize(random(T, D, seed=1), dim=-1),
        random(T, 5, seed=2),
    )
    beta, logs, lengths = (
        random(T).sigmoid(),
        -random(T, seed=3).exp(),
        random(T, 1).exp(),
    )
    once, longer = (delta_rule(q * n, k, v, beta, logs)[0] for n in (1, lengths))
    assert_close(longer, lengths * once)
    ones = torch.ones(5).double()
    assert_close(rms_norm(longer, ones, 0.0), rms_norm(once, ones, 0.0))
    c, b, step = 3 * q, 2 * k, beta  # the recurrence of Mamba-2 does not read
    S, results = torch.zeros(D, 5).double(), []
    for t in range(T):
        S = logs[t].exp() * S + torch.outer(b[t], step[t] * v[t])
        results.append(c[t] @ S)
    assert_close(
        decayed_attention(c, b, step[:, None] * v, logs)[0], torch.stack(results)
    )
