import torch
from attention import alibi_attention, causal_mask
from attention.examples import inputs

x = inputs[None]  # one head; queries, keys and values are the words
swapped = inputs[[1, 0, 2, 3, 4, 5]][None]  # "journey your starts …"
for slope in (0.0, 0.5):
    slopes = torch.tensor([slope])
    rows = [
        alibi_attention(t, t, t, slopes, causal_mask(6))[0][0, -1]
        for t in (x, swapped)
    ]
    print(slope, *rows)
