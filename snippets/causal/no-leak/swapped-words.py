import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(789)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)


def multiplied(x):  # by tril, and not renormalised
    scores = layer.W_query(x) @ layer.W_key(x).T / 2**0.5
    return torch.softmax(scores, dim=-1).tril() @ layer.W_value(x)


for name, function in (("causal", layer), ("multiplied", multiplied)):
    before, changes = function(inputs), []
    for place in range(1, 6):
        other = inputs.clone()
        other[place:] = 10 * torch.randn(6 - place, 3)  # other later words
        change = (function(other) - before)[:place].abs().max()
        changes.append(f"{change:.4f}")
    print(f"{name:10}", *changes)
