import torch

d_k = 2


def attend(queries, keys, values):
    weights = torch.softmax(queries @ keys.T / d_k**0.5, dim=-1)
    return weights @ values


read = set(attend.__code__.co_names)
print(sorted(read))
assert "d_k" not in read, "reads d_k"  # raises AssertionError: reads d_k
