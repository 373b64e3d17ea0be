import torch
from attention.examples import inputs


def attend(queries, keys, values):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=1)
    return weights @ values


batch = torch.stack([inputs, inputs.flip(0)])
ones = torch.ones_like(batch)
mixed = attend(batch, batch, ones)
print(mixed[0])
assert torch.allclose(mixed, ones), "not 1"  # raises AssertionError: not 1
