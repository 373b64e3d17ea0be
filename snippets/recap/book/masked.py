import torch
from attention import SelfAttentionV2, causal_mask, seeded_scores

scaled = seeded_scores(SelfAttentionV2, 789)
weights = torch.softmax(scaled, dim=-1)
crossed_out = weights * causal_mask(6)
masked = (scaled * 2**0.5).masked_fill(~causal_mask(6), -torch.inf)

for what, computed, printed in (
    ("weights", weights, [0.2041, 0.1659, 0.1662, 0.1496, 0.1665, 0.1477]),
    ("times tril", crossed_out, [0.2041, 0.1659, 0, 0, 0, 0]),
    (
        "renormalised",
        crossed_out / crossed_out.sum(dim=-1, keepdim=True),
        [0.5517, 0.4483, 0, 0, 0, 0],
    ),
    ("not scaled", masked, [0.4656, 0.1723] + 4 * [-torch.inf]),
    (
        "softmax",
        torch.softmax(masked / 2**0.5, dim=-1),
        [0.5517, 0.4483, 0, 0, 0, 0],
    ),
):
    same = torch.allclose(computed[1], torch.tensor(printed), atol=6e-5)
    print(f"{what:12}", same, computed[1])
