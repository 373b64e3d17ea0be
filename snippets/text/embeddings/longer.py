import torch
from attention import inputs

journey, starts = inputs[1], inputs[2]
for times in [0.5, 1.0, 2.0]:
    longer = times * starts
    cosine = torch.cosine_similarity(journey, longer, dim=0)
    dot = torch.dot(journey, longer)
    print(f"{times} * starts: cosine {cosine:.4f}, dot {dot:.4f}")
