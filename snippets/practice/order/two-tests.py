from itertools import permutations

import torch
import torch.nn.functional as F
from attention import SelfAttentionV1
from attention.examples import seeded_projections

sdpa = F.scaled_dot_product_attention
heads = {
    "sound": sdpa,
    "no scale": lambda Q, K, V: torch.softmax(Q @ K.mT, dim=-1) @ V,
    "wrong dim": lambda Q, K, V: torch.softmax(Q @ K.mT / 2**0.5, -2) @ V,
    "keys as values": lambda Q, K, V: sdpa(Q, K, K),
    "Q, K exchanged": lambda Q, K, V: sdpa(K, Q, V),
    "causal": lambda Q, K, V: sdpa(Q, K, V, is_causal=True),
}
Q, K, V = seeded_projections(SelfAttentionV1, 123)
right = [torch.softmax(K @ query / 2**0.5, dim=0) @ V for query in Q]
orders = torch.tensor(list(permutations(range(6))))
for name, head in heads.items():
    Z, shuffled = head(Q, K, V), head(Q[orders], K[orders], V[orders])
    order = torch.allclose(shuffled, Z[orders], atol=1e-6)
    same = torch.allclose(Z, torch.stack(right), atol=1e-6)
    assert same == (name == "sound")
    print(f"{name:14} orders: {order!s:5} numbers: {same}")
