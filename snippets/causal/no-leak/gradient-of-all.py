import torch
from attention import SelfAttentionV2, causal_mask, inputs
from attention import masked_attention_weights as masked_weights
from attention import scaled_attention_scores as scaled_scores

torch.manual_seed(789)
layer = SelfAttentionV2(3, 2)


def contexts(x):
    scores = scaled_scores(layer.W_query(x), layer.W_key(x))
    return masked_weights(scores, causal_mask(6)) @ layer.W_value(x)


slopes = torch.autograd.functional.jacobian(contexts, inputs)
print(slopes.shape)
print(torch.linalg.vector_norm(slopes, dim=(1, 3)))
