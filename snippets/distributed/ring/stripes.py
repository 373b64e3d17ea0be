import torch

positions = torch.arange(32).view(8, 4).T  # rank r: r, r + 4, r + 8, …
for rank, mine in enumerate(positions):
    pairs = [
        int((mine[:, None] >= positions[(rank - step) % 4]).sum())
        for step in range(4)
    ]
    print(f"rank {rank}:", *pairs, "together", sum(pairs))
