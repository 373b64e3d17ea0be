import torch
from attention import SelfAttentionV2, causal_mask
from attention import scaled_attention_scores as scaled_scores
from attention.examples import inputs

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2)
real = torch.tensor([False, False, True, True, True, True])
mask = causal_mask(6) & real  # padding in front, and it is not read

scores = scaled_scores(layer.W_query(inputs), layer.W_key(inputs))
weights = torch.softmax(scores.masked_fill(~mask, -torch.inf), dim=-1)
contexts = weights @ layer.W_value(inputs)
loss = contexts[real].pow(2).mean()  # of real words only
loss.backward()
print(f"loss {loss.item():.4f}")
print(layer.W_value.weight.grad)
