import torch
from attention import keep_top_k

logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()
print(torch.softmax(keep_top_k(logits, 2), dim=-1))
