import torch
from attention import merge_parts
from attention.distributed.ring import sequence

queries, keys, values = (t[0] for t in sequence())  # one head
scores = queries[-1:] @ keys.mT / 8**0.5  # of the last token
whole = scores.softmax(dim=-1) @ values

parts = []
for some, of_these in zip(
    scores.chunk(4, dim=-1), values.chunk(4), strict=True
):
    parts.append((some.softmax(dim=-1) @ of_these, some.logsumexp(dim=-1)))
merged = parts[0]
for part in parts[1:]:
    merged = merge_parts(*merged, *part)
mean = torch.stack([contexts for contexts, _ in parts]).mean(dim=0)

shares = torch.cat([log_sums for _, log_sums in parts]).softmax(dim=0)
print("shares of the parts:", *(f"{share:.2f}" for share in shares))
for name, found in (("merged", merged[0]), ("mean", mean)):
    print(f"{name:7} off by {(found - whole).abs().max():.3f}", end=" ")
    print(f"of {whole.abs().max():.3f}")
