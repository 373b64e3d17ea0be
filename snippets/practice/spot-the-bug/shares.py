# pip install attention-verified
import torch
from attention.examples import inputs


def attend(queries, keys, values):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=1)
    return weights @ values


batch = torch.stack([inputs, inputs.flip(0)])
contexts = attend(batch, batch, batch)
print(contexts.shape)
print(contexts[0])
