import torch
from attention import SelfAttentionV1, attention_weights
from attention.examples import inputs

x = torch.stack([inputs, inputs.flip(0)])  # (2, 6, 3)
torch.manual_seed(123)
head = SelfAttentionV1(3, 2)

with torch.no_grad():
    matrices = head.W_query, head.W_key, head.W_value
    Q, K, V = (torch.einsum("bti,io->bto", x, W) for W in matrices)
    scores = torch.einsum("bqo,bko->bqk", Q, K)
    weights = attention_weights(scores / 2**0.5)
    summed = torch.einsum("bqk,bqo->bqo", weights, V)

print("summed:", summed[0, 1])
print("value: ", V[0, 1])
print("mixed: ", (weights @ V)[0, 1])
