import torch
from attention import causal_mask

for num_tokens, window in ((6, 1), (6, 3), (6, 6), (6, 9), (31, 7)):
    mask = causal_mask(num_tokens).triu(1 - window)
    w = min(window, num_tokens)
    pairs = num_tokens * w - w * (w - 1) // 2
    assert mask.sum() == pairs
    whole = torch.equal(mask, causal_mask(num_tokens))
    print(f"{num_tokens} words, window {window}: {pairs} pairs, {whole}")
