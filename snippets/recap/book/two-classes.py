import torch
from attention import SelfAttentionV1, SelfAttentionV2, inputs

for layer, seed, first, last in (
    (SelfAttentionV1, 123, [0.2996, 0.8053], [0.2990, 0.8040]),
    (SelfAttentionV2, 789, [-0.0739, 0.0713], [-0.0754, 0.0693]),
    (SelfAttentionV2, 123, [-0.5337, -0.1051], [-0.5299, -0.1081]),
):
    torch.manual_seed(seed)
    computed = layer(3, 2)(inputs).detach()[[0, 5]]
    same = torch.allclose(computed, torch.tensor([first, last]), atol=6e-5)
    print(layer.__name__, seed, same, computed[0], computed[1])
