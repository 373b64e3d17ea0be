import torch
from attention import SelfAttentionV2, causal_mask
from attention import masked_attention_weights as masked_weights
from attention import scaled_attention_scores as scaled_scores
from attention.examples import inputs

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2)
real = torch.tensor([False, False, True, True, True, True])
mask = causal_mask(6) & real

scores = scaled_scores(layer.W_query(inputs), layer.W_key(inputs))
contexts = masked_weights(scores, mask) @ layer.W_value(inputs)
loss = contexts[real].pow(2).mean()
loss.backward()
print(f"loss {loss.item():.4f}")
print(layer.W_value.weight.grad)
