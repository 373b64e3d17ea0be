# pip install attention-verified
import torch

for score in (5.0, 0.0, -5.0):
    scores = torch.full((4,), score)
    plain = torch.softmax(scores, dim=-1)
    with_sink = torch.softmax(torch.cat([scores, torch.zeros(1)]), dim=-1)
    print(f"scores of {score:4}: {plain[0]:.3f} each,", end=" ")
    print(f"with a sink {with_sink[0]:.3f}")
