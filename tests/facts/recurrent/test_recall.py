"""What docs/recurrent/recall.md says in general."""

import torch
from torch.nn.functional import normalize

from attention import draw_pairs, linear_attention, load_trained
from tests.attention.expect import assert_close, random
from tests.facts.says import says


def test_the_formula_of_what_a_key_reads():
    says(
        "recurrent/recall", r"\[ k_i S = v_i + \sum_{j \neq i} (k_i \cdot k_j)\, v_j \]"
    )
    k, v = normalize(random(13, 7, seed=1), dim=-1), random(13, 5, seed=2)
    _, S = linear_attention(k, k, v)
    for i in range(13):
        others = (j for j in range(13) if j != i)
        assert_close(k[i] @ S, v[i] + sum((k[i] @ k[j]) * v[j] for j in others))


@torch.no_grad()
def test_decay_fades_other_pairs_too_and_the_delta_rule_hardly_does():
    """Of five keys, one is written again."""
    says(
        "recurrent/recall",
        "The delta rule, plain or `gated` with a decay, subtracts what the key reads before it writes, and hardly changes what other keys read.",
    )
    pairs, answers = draw_pairs(500, 5, generator=torch.Generator().manual_seed(1))
    once, asked = pairs[:, :10], pairs[:, 10:]
    again = torch.randint(32, (500, 1), generator=torch.Generator().manual_seed(2))
    ids = torch.cat([once, asked[:, :1], 32 + again, asked], dim=1)
    answers = torch.cat([again, answers[:, 1:]], dim=1)
    new, others = {}, {}
    for rule, model in load_trained("rewritten").items():
        right = (model(ids)[:, -5:].argmax(dim=-1) == answers).double().mean(dim=0)
        new[rule], others[rule] = right[0], right[1:].mean()
    assert min(new["delta"], new["gated"], new["decay"]) > 0.98
    assert min(others["delta"], others["gated"]) > 0.98
    assert others["decay"] < 0.97
    assert new["linear"] < 0.7
