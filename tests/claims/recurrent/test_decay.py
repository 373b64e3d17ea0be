"""What docs/recurrent/decay.md says in general."""

import torch
from torch import Tensor

from attention import decay_mask, decayed_attention
from tests.attention.expect import assert_close, random

N, D, D_V = 11, 5, 7


def tokens() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    q, k, v = random(N, D), random(N, D, seed=1), random(N, D_V, seed=2)
    return q, k, v, random(N, seed=3).sigmoid()


def test_the_formula_of_a_fading_state():
    q, k, v, a = tokens()
    contexts, last = decayed_attention(q, k, v, a.log())
    S_i = torch.zeros(D, D_V).double()
    for i in range(N):
        S_i = a[i] * S_i + k[i][:, None] @ v[i][None, :]
        assert_close(contexts[i], q[i] @ S_i)
    assert_close(last, S_i)


def test_the_formula_of_the_mask():
    q, k, v, a = tokens()
    contexts, _ = decayed_attention(q, k, v, a.log())
    for i in range(N):
        z_i = torch.zeros(D_V).double()
        for j in range(i + 1):
            D_ij = torch.tensor(1.0).double()
            for factor in a[j + 1 : i + 1]:
                D_ij = D_ij * factor
            z_i = z_i + D_ij * (q[i] @ k[j]) * v[j]
            assert_close(decay_mask(a.log())[i, j], D_ij)
        assert_close(contexts[i], z_i)


def test_the_first_decay_has_no_effect_and_a_decay_of_0_begins_anew():
    q, k, v, a = tokens()
    before = decayed_attention(q, k, v, a.log())
    a[0] = 0.0
    assert_close(decayed_attention(q, k, v, a.log()), before)
    a[4] = 0.0
    anew = decayed_attention(*(each[4:] for each in (q, k, v, a.log())))
    found, last = decayed_attention(q, k, v, a.log())
    assert_close((found[4:], last), anew)


def test_mamba_2_is_masked_linear_attention():
    """Several heads, each with its own A, which share B and C, as in the paper."""
    heads, A = 3, -torch.tensor([0.3, 1.0, 7.0]).double()
    B, C = random(N, D), random(N, D, seed=1)
    x, delta = random(heads, N, D_V, seed=2), random(heads, N, seed=3).exp()
    keys, queries = B.expand(heads, N, D), C.expand(heads, N, D)
    steps = delta[..., None] * x
    contexts, last = decayed_attention(queries, keys, steps, delta * A[:, None])
    for head in range(heads):
        h = torch.zeros(D, D_V).double()
        for t in range(N):
            step = delta[head, t]
            h = torch.exp(step * A[head]) * h + step * torch.outer(B[t], x[head, t])
            assert_close(contexts[head, t], C[t] @ h)
        assert_close(last[head], h)


def test_each_channel_has_its_mask():
    q, k, v, _ = tokens()
    logs = -random(N, D, seed=4).abs()
    scores = sum(
        decay_mask(logs[:, c]) * torch.outer(q[:, c], k[:, c]) for c in range(D)
    )
    assert_close(decayed_attention(q, k, v, logs)[0], scores @ v)


def test_writing_before_forgetting_decays_each_value_by_its_own_token():
    q, k, v, a = tokens()
    state, late = torch.zeros(D, D_V).double(), []
    for t in range(N):
        state = a[t] * (state + torch.outer(k[t], v[t]))
        late.append(q[t] @ state)
    expected, _ = decayed_attention(q, k, a[:, None] * v, a.log())
    assert_close(torch.stack(late), expected)


def test_sums_between_two_tokens_keep_what_differences_of_sums_lose():
    logs = (-0.05 * random(1024).abs()).to(torch.bfloat16)
    exact = decay_mask(logs.double())
    sums = logs.cumsum(dim=0)
    lost = (sums[:, None] - sums).exp().tril()
    assert (decay_mask(logs).double() - exact).abs().max() < 0.01
    assert (lost.double() - exact).abs().max() > 0.05
    assert (exact.log()[exact > 0] <= 0).all()


def test_a_mask_after_the_exponential_leaves_nan_in_the_gradients():
    logs = (-random(1500, seed=5).abs()).requires_grad_()
    sums = logs.cumsum(dim=0)
    above = (sums[:, None] - sums).detach().triu(1)
    assert (above >= 0).all()
    assert above.max() > 710  # where the exponential overflows in float64
    masked = (sums[:, None] - sums).exp().tril()
    assert masked.isfinite().all()
    assert torch.autograd.grad(masked.sum(), logs)[0].isnan().any()
    assert torch.autograd.grad(decay_mask(logs).sum(), logs)[0].isfinite().all()
