"""What docs/recurrent/delta-layer.md says in general."""

import torch

import attention as a
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says

H, T, D = 3, 9, 7


def test_the_convolution_as_a_sum_and_as_a_shift():
    says(
        "recurrent/delta-layer",
        r"\[ y_t = \sum_{j=0}^{3} w_j \odot x_{t - 3 + j} \]",
        "Token by token, a layer needs only the three inputs before, so this is all that the package keeps.",
        "With one, a key can come from the token before, for example by the weights 0, 0, 1, 0.",
    )
    x, shift = random(T, D), torch.tensor([[0.0], [0], [1], [0]]).double().expand(4, D)
    longer = torch.cat([torch.zeros(3, D), x])  # zeros before the first token
    for w in (random(4, D, seed=1), shift):
        y, past = a.short_convolution(x, w.T[:, None])
        for t in range(T):
            assert_close(
                y[t], torch.stack([w[j] * longer[t + j] for j in range(4)]).sum(0)
            )
    assert torch.equal(y[1:], x[:-1])
    assert torch.equal(past, x[-3:])


def test_the_formulas_of_decays_and_of_the_end_of_the_layer():
    says(
        "recurrent/delta-layer",
        r"\[ \log a = -e^{r} \, \mathrm{softplus}(x \cdot w_a + b) \]",
        r"\[ \mathrm{out} = \mathrm{Concat}_h \bigl( \mathrm{RMSNorm}(z_h) \odot \mathrm{silu}(x W_{g,h}) \bigr) \, W_O \]",
    )
    layer, x, seen = numbered(a.GatedDeltaNet(D, D, H, 4, 5)), random(T, D), []
    layer.norm.register_forward_pre_hook(lambda _, given: seen.append(given[0]))
    out, parts = layer(x), []
    for h, z_h in enumerate(seen[0]):
        w_a, b, r = layer.W_decay.weight[h], layer.W_decay.bias[h], layer.log_rate[h]
        log_a = -r.exp() * torch.log(1 + torch.exp(x @ w_a + b))
        assert_close(layer._log_decays(x)[h], log_a)
        gate = x @ layer.W_gate.weight[5 * h : 5 * h + 5].T
        normed = a.rms_norm(z_h, layer.norm.scale, 1e-6)
        parts.append(normed * (gate * torch.sigmoid(gate)))
    assert_close(out, torch.cat(parts, dim=-1) @ layer.out_proj.weight.T)


def test_the_length_of_a_query_matters_only_through_epsilon():
    says(
        "recurrent/delta-layer",
        "A norm in each head takes this away, unless they are tiny, and a gate from the token multiplies what is left:",
        r"It matters only through the \(\varepsilon\) that the norm adds to the mean square.",
    )
    q, k, v, n = random(T, D), random(T, D, seed=1), random(T, 5), random(T, 1).exp()
    k, beta, logs = k / k.norm(dim=-1, keepdim=True), random(T).sigmoid(), -n[:, 0]
    once, longer = (a.delta_rule(c, k, v, beta, logs)[0] for c in (q, n * q))
    assert_close(longer, n * once)
    ones = torch.ones(5).double()
    assert_close(a.rms_norm(longer, ones, 0.0), a.rms_norm(once, ones, 0.0))
    normed, larger, tiny = (a.rms_norm(f * once, ones, 1e-6) for f in (1, 100, 1e-4))
    assert_close(normed, larger, 1e-3)
    assert (tiny.abs() < 0.5 * normed.abs()).all()
