# pip install attention-verified
import torch
from attention import (
    CausalAttention,
    apply_dropout,
    causal_mask,
    combine_masks,
    dropout_mask,
    mask_from_lengths,
    padding_mask,
    to_additive,
    to_multihead,
    to_sdpa,
)
from attention.examples import inputs

mask = causal_mask(3)  # True = may attend
print(mask[1], causal_mask(1, 3))  # one query, three keys
print(padding_mask(torch.tensor([[5, 7, 0]]), pad_id=0))
real = mask_from_lengths(torch.tensor([2]), num_tokens=3)
print(combine_masks(mask, real).shape)
print(to_sdpa(mask)[1], to_multihead(mask)[1], to_additive(mask)[1])

torch.manual_seed(123)
print(dropout_mask((4,), p=0.5))
print(apply_dropout(torch.ones(4), p=0.5))

layer = CausalAttention(3, 2, context_length=6, dropout=0.1)
print(layer.eval()(inputs).shape)
