import torch
from attention import causal_mask


def reads_itself_and_nothing_later(mask):
    itself = mask.diagonal().all()
    later = torch.triu(mask, diagonal=1).any()
    return bool(itself and not later)


mask = causal_mask(6)
print(reads_itself_and_nothing_later(mask))
print(reads_itself_and_nothing_later(~mask))
