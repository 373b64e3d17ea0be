# pip install attention-verified
import torch

words = ["wide", "low", "old", "new"]  # after: "the river was"
logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()

print(logits)
print(torch.softmax(logits, dim=-1))
print(words[logits.argmax()])
