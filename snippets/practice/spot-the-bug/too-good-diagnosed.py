import torch
from attention import SelfAttentionV2, diagnose, scaled_attention_scores

layer = SelfAttentionV2(3, 2).requires_grad_(False)


def contexts(x):
    scores = scaled_attention_scores(layer.W_query(x), layer.W_key(x))
    later = torch.ones_like(scores).triu(diagonal=2).bool()
    weights = torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
    return weights @ layer.W_value(x)


print(diagnose(contexts))
