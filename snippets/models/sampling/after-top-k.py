import torch
from attention import keep_top_k

logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()
probabilities = torch.softmax(keep_top_k(logits, 2), dim=-1)
print(f"answer: {probabilities[0]:.4f}")

print(f"as before: {logits.exp()[0]:.4f}")
print(f"that of low: {probabilities[1]:.4f}")
print(f"an equal share of two: {1 / 2:.4f}")
print(f"half of what was cut off, added: {0.4 + 0.3 / 2:.4f}")
