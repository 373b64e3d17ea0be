import torch

words = torch.rand(64, 32)  # 64 words of 32 features
W_query, W_key = torch.rand(32, 32), torch.rand(32, 32)
queries, keys = words @ W_query, words @ W_key

hidden = torch.tanh(queries[:, None, :] + keys[None, :, :])
print("additive, before v:", hidden.shape, hidden.numel(), "numbers")
scores = queries @ keys.T
print("dot product:", scores.shape, scores.numel(), "numbers")
