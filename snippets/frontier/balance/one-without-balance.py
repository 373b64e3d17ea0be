import torch
from attention import balance_loss, expert_load

unsure = torch.full((6, 3), 1 / 3)  # each token is equally drawn to all
chosen = torch.zeros(6, 1, dtype=torch.long)  # and yet all take expert 0
print("load", expert_load(chosen, 3).tolist())
print(f"loss {balance_loss(unsure, chosen):.3f}")
