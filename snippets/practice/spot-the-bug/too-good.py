import torch
from attention import SelfAttentionV2, scaled_attention_scores
from attention.examples import inputs

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2).requires_grad_(False)


def weights_of(x):
    scores = scaled_attention_scores(layer.W_query(x), layer.W_key(x))
    later = torch.ones_like(scores).triu(diagonal=2).bool()
    return torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)


weights = weights_of(inputs)
print("rows sum to one:", torch.allclose(weights.sum(-1), torch.ones(6)))
print("nan:", weights.isnan().any())
print("the last row:", weights[-1])
