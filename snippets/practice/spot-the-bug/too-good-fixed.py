import torch
from attention import SelfAttentionV2, scaled_attention_scores
from attention.examples import inputs

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2).requires_grad_(False)


def weights_of(x):
    scores = scaled_attention_scores(layer.W_query(x), layer.W_key(x))
    later = torch.ones_like(scores).triu(diagonal=1).bool()
    return torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)


other = inputs.clone()
other[-1] = torch.tensor([0.9, 0.1, 0.9])  # another last word
before, after = weights_of(inputs)[:-1], weights_of(other)[:-1]
same = torch.allclose(before, after, atol=1e-6)
assert same, "read ahead"
print("no earlier word has felt it:", same)
