import torch
from attention import recall_batch

torch.manual_seed(123)
ids, first = recall_batch(3, length=4)  # words 0 to 3; 4 means "?"

print(ids)
print(first)
