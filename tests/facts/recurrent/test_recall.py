"""What docs/recurrent/recall.md says in general."""

from torch.nn.functional import normalize

from attention import linear_attention
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
