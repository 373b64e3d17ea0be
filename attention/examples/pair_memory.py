"""A model of one layer and one head that recalls pairs, by one of several rules.

For a token x_t and the token before it:

    q_t = x_t W_Q,   k_t = x_(t-1) W_K,   v_t = x_t W_V

So the key of a value's token is made of the key that stands before it, and a query of
the key that is asked for. There is no other mixing of tokens, and there are no
positions. The rules other than softmax and elu make q and k unit vectors.
`train_pairs` is the recipe of the trained models `pairs` and `rewritten`.
"""

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int64
from torch import Tensor, nn

from attention.causal.masks import causal_mask
from attention.examples.pairs import NUM_KEYS, NUM_VALUES, pair_batches
from attention.examples.training import fit
from attention.recurrent.chunks import delta_rule_in_chunks
from attention.recurrent.decay import decayed_attention
from attention.recurrent.linear import linear_attention, normalised_linear_attention
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention

D_MODEL = 16
RULES = ("softmax", "elu", "linear", "decay", "delta", "gated")


class PairMemory(nn.Module):
    """One layer that reads pairs and names the value of a key that is asked for.

    Args:
        rule: How tokens are mixed: `softmax`, `elu` for linear attention with elu + 1
            as its feature map, `linear` without one, `decay`, `delta`, or `gated` for
            the delta rule with a decay.

    Attributes:
        tok_emb: nn.Embedding of the 32 keys and the 32 values, 16 features wide.
        W_query: nn.Linear without a bias, from the token.
        W_key: nn.Linear without a bias, from the token before; zeros before the first.
        W_value: nn.Linear without a bias, from the token.
        W_gates: nn.Linear, whose sigmoids are the decay and the strength of a write.
            A rule that has no use for one leaves it alone.
        out_head: nn.Linear, from the context vector to one logit for each value.

    Raises:
        ValueError: If there is no rule of that name.
    """

    def __init__(self, rule: str) -> None:
        super().__init__()
        if rule not in RULES:
            raise ValueError(f"rule must be one of {', '.join(RULES)}. Got {rule!r}.")
        self.rule = rule
        self.tok_emb = nn.Embedding(NUM_KEYS + NUM_VALUES, D_MODEL)
        self.W_query = nn.Linear(D_MODEL, D_MODEL, bias=False)
        self.W_key = nn.Linear(D_MODEL, D_MODEL, bias=False)
        self.W_value = nn.Linear(D_MODEL, D_MODEL, bias=False)
        self.W_gates = nn.Linear(D_MODEL, 2)
        self.out_head = nn.Linear(D_MODEL, NUM_VALUES)

    def forward(
        self, ids: Int64[Tensor, "... num_tokens"]
    ) -> Float[Tensor, "... num_tokens num_values"]:
        """Return at each position one logit for each value.

        Args:
            ids: Sequences of keys and values, as `draw_pairs` draws them.
        """
        x = self.tok_emb(ids)
        before = F.pad(x, (0, 0, 1, 0))[..., :-1, :]
        queries, keys, values = self.W_query(x), self.W_key(before), self.W_value(x)
        return self.out_head(self.mix(queries, keys, values, self.W_gates(x)))

    def mix(self, q: Tensor, k: Tensor, v: Tensor, gates: Tensor) -> Tensor:
        """Return the context vectors that the rule gives.

        Args:
            q: One query for each token.
            k: One key for each token.
            v: One value for each token.
            gates: Two numbers for each token, before the sigmoid.
        """
        if self.rule == "softmax":
            mask = causal_mask(q.shape[-2], device=q.device)
            return scaled_dot_product_attention(q, k, v, mask)[0]
        if self.rule == "elu":
            return normalised_linear_attention(q, k, v)[0]
        q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
        logs, betas = F.logsigmoid(gates[..., 0]), gates[..., 1].sigmoid()
        if self.rule == "linear":
            return linear_attention(q, k, v)[0]
        if self.rule == "decay":
            return decayed_attention(q, k, v, logs)[0]
        decays = logs if self.rule == "gated" else None
        return delta_rule_in_chunks(q, k, v, betas, decays)[0]


def train_pairs(
    rules: Sequence[str] = ("softmax", "elu", "linear", "delta"),
    num_keys: int = 16,
    writes: int = 1,
    seed: int = 0,
) -> nn.ModuleDict:
    """Train a model of each rule to recall pairs, all on the same sequences.

    Args:
        rules: The rules, as PairMemory names them.
        num_keys: The number of different keys in each sequence.
        writes: How many times each key is written; the last value counts.
        seed: Decides the first weights and the sequences.
    """
    models = nn.ModuleDict()
    for rule in rules:
        torch.manual_seed(seed)
        models[rule] = PairMemory(rule)
        generator = torch.Generator().manual_seed(seed)
        batches = pair_batches(600, num_keys, writes, generator)
        fit(models[rule], batches, learning_rate=0.01)
    return models.eval()
