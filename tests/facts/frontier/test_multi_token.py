"""What docs/frontier/multi-token.md says in general."""

import pytest
import torch

from attention import GPT, Llama, MultiToken, multi_token_loss, rms_norm
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says

WORDS, LENGTH, D = 13, 11, 6


@pytest.fixture(params=["gpt", "llama"])
def both(request: pytest.FixtureRequest) -> MultiToken:
    if request.param == "gpt":
        return numbered(MultiToken(GPT(WORDS, LENGTH, D, 2, 3)))
    return numbered(MultiToken(Llama(WORDS, LENGTH, D, 2, 3, 1, 7)))


def test_one_pair_at_a_time_query_and_key_weights_do_not_matter(both: MultiToken):
    says(
        "frontier/multi-token",
        "So the query and key matrices don't matter, and their gradients are 0.",
    )
    says(
        "mistakes/models",
        "The weight of a single key is 1 whatever its score is, so the gradients of query and key matrices are 0.",
    )
    layer, pairs = both.block.attention, random(LENGTH, 1, D)
    matrices = [layer.W_query.weight, layer.W_key.weight]
    for x, matter in ((pairs, False), (pairs.transpose(0, 1), True)):
        out = (both.block(x) * random(*x.shape, seed=5)).sum()
        slopes = torch.autograd.grad(out, matrices)
        assert all((slope.abs().max() > 1e-9) == matter for slope in slopes)


def test_a_state_is_the_formula_of_a_pair(both: MultiToken):
    says(
        "frontier/multi-token",
        r"\[ h'_i = M \, \bigl[\mathrm{RMSNorm}(h_i) \,;\, \mathrm{RMSNorm}(E_{t_{i+1}})\bigr] \]",
    )
    states, pairs, t = [], [], torch.randint(WORDS, (LENGTH,))
    both.model.blocks[-1].register_forward_hook(lambda *given: states.append(given[-1]))
    both.block.register_forward_pre_hook(lambda _, given: pairs.append(given[0]))
    both(t[None])
    M, E, h = both.combine.weight, both.model.tok_emb.weight, states[0][0]
    for i in range(LENGTH - 1):
        normed = rms_norm(h[i], both.norm_state.scale, 1e-5)
        token = rms_norm(E[t[i + 1]], both.norm_token.scale, 1e-5)
        assert_close(pairs[0][0, i], M @ torch.cat([normed, token]))


def test_the_formulas_of_the_loss_and_of_acceptance():
    says(
        "frontier/multi-token",
        r"\[ L = -\frac{1}{n-1} \sum_{i=0}^{n-2} \log p_i[t_{i+1}] \; - \; \frac{\lambda}{n-2} \sum_{i=0}^{n-3} \log q_i[t_{i+2}] \]",
        r"\[ \sum_x q(x) \min\Bigl(1, \frac{p(x)}{q(x)}\Bigr) = \sum_x \min\bigl(p(x), q(x)\bigr) \]",
        r"In the last rows, the probabilities of a kept draft and of a replacement add up to \(p\): what is written has the distribution \(p\), as the paper's appendix A.1 proves.",
    )
    n, t = LENGTH, torch.randint(WORDS, (LENGTH,))
    logits, later = random(n, WORDS), random(n - 1, WORDS, seed=1)
    p, q = logits.softmax(-1), later.softmax(-1)
    first = -1 / (n - 1) * sum(p[i, t[i + 1]].log() for i in range(n - 1))
    second = sum(q[i, t[i + 2]].log() for i in range(n - 2)) / (n - 2)
    for lam in (0.0, 0.3):
        assert_close(multi_token_loss(logits, later, t, lam), first - lam * second)
    p = p[:-1]
    kept = (q * (p / q).clamp(max=1)).sum(-1)
    assert_close(kept, torch.minimum(p, q).sum(-1))
    rest = (p - q).clamp(min=0)
    rest = rest / rest.sum(-1, keepdim=True)
    assert_close(q * (p / q).clamp(max=1) + (1 - kept)[:, None] * rest, p)
