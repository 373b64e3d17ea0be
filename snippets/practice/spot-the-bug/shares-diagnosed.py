import torch
from attention import diagnose


def attend(queries, keys, values):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=1)
    return weights @ values


def self_attention(batch):
    return attend(batch, batch, batch)


print(diagnose(self_attention))
