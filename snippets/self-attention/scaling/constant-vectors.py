import torch

for d in (4, 64, 1024):
    scores = torch.ones(4, d) @ torch.ones(d)
    print(
        f"d = {d}: score {scores[0]:.0f}, scaled {scores[0] / d**0.5:.0f}"
    )
    print("  ", torch.softmax(scores, dim=-1))
    print("  ", torch.softmax(scores / d**0.5, dim=-1))
