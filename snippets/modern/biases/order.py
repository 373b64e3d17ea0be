import torch
from attention import alibi_bias, causal_mask, core_attention
from attention.examples import inputs

x = inputs[None]  # one head; queries, keys and values are the words
swapped = inputs[[1, 0, 2, 3, 4, 5]][None]  # "journey your starts …"
for slope in (0.0, 0.5):
    bias = alibi_bias(torch.tensor([slope]), num_queries=6)
    rows = [
        core_attention(t, t, t, causal_mask(6), bias=bias)[0][0, -1]
        for t in (x, swapped)
    ]
    print(slope, *rows)
