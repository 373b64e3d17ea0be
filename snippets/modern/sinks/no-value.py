import torch
from attention import core_attention, scaled_attention_scores

generator = torch.Generator().manual_seed(123)
queries, keys, values = torch.randn(3, 1, 6, 4, generator=generator)
sink = torch.tensor([2.0])
ours, _ = core_attention(queries, keys, values, sinks=sink)

scores = scaled_attention_scores(queries, keys)
seventh = torch.full((1, 6, 1), 2.0)  # the score of a seventh key
weights = torch.softmax(torch.cat([scores, seventh], dim=-1), dim=-1)
for value in (0.0, 1.0):
    more = torch.cat([values, torch.full((1, 1, 4), value)], dim=1)
    difference = (weights @ more - ours).abs().max()
    print(f"value {value}: largest difference {difference:.3f}")
