"""What docs/recurrent/delta.md says in general."""

import torch
import torch.nn.functional as F
from torch import Tensor

from attention import delta_rule
from tests.attention.expect import assert_close, random
from tests.facts.says import says

TOKENS, D_K, D_V = 7, 5, 3


def given() -> tuple[Tensor, ...]:
    """Queries, keys, values, strengths from 0 to 2, log decays, a state."""
    q, k, v = random(TOKENS, 2 * D_K + D_V).split([D_K, D_K, D_V], -1)
    beta, logs = 2 * random(TOKENS, seed=1).sigmoid(), -random(TOKENS, seed=2).exp()
    return q, k, v, beta, logs, random(D_K, D_V, seed=3)


def test_the_formulas_of_a_step_and_of_a_gated_one():
    says(
        "recurrent/delta",
        r"\[ S_t = S_{t-1} + \beta_t \, k_t^\top (v_t - k_t S_{t-1}) \]",
        r"\[ \begin{aligned} S'_t &= \mathrm{diag}(a_t)\, S_{t-1} \\ S_t &= S'_t + \beta_t \, k_t^\top (v_t - k_t S'_t) \end{aligned} \]",
    )
    _, k, v, beta, logs, S = given()
    channels = -random(TOKENS, D_K, seed=4).exp()
    for each in (None, channels, logs[:, None].expand(-1, D_K)):
        _, found = delta_rule(k, k, v, beta, each, S)
        S_t = S
        for t in range(TOKENS):
            if each is not None:
                S_t = torch.diag(each[t].exp()) @ S_t
            S_t = S_t + beta[t] * torch.outer(k[t], v[t] - k[t] @ S_t)
        assert_close(found, S_t)


def test_a_step_goes_down_the_squared_error_and_scales_the_error_of_its_key():
    says(
        "recurrent/delta",
        r"\[ L(S) = \tfrac{1}{2} \lVert k S - v \rVert^2 \]",
        r"One step of gradient descent on it, with the learning rate \(\beta\), is the delta rule:",
        r"\[ v - k S_t = (1 - \beta \lVert k \rVert^2)(v - k S_{t-1}) \]",
        r"With \(\beta\) between 0 and 1, the error of the pair that is written cannot grow.",
        r"With \(\beta = 2\) and a key of length one, writing zero turns the sign of what the key reads.",
    )
    v, S = random(D_V), random(D_K, D_V, seed=3).requires_grad_()
    for length, beta in ((1.0, 1.0), (1.0, 0.3), (1.0, 2.0), (3.0, 0.25), (0.5, 2.0)):
        k = length * F.normalize(random(D_K, seed=1), dim=0)
        betas = torch.tensor([beta], dtype=torch.float64)
        _, S_t = delta_rule(k[None], k[None], v[None], betas, state=S)
        (slope,) = torch.autograd.grad((k @ S - v).square().sum() / 2, S)
        assert_close(S_t, S - beta * slope)
        assert_close(v - k @ S_t, (1 - beta * length**2) * (v - k @ S))
