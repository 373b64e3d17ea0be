import torch
from attention import acceptance

p = torch.tensor([[0.90, 0.05, 0.05], [0.34, 0.33, 0.33]])
q = torch.tensor([[0.50, 0.30, 0.20], [0.33, 0.34, 0.33]])

print("kept          ", acceptance(p, q))
print("favourite of p", p.argmax(dim=-1))
print("favourite of q", q.argmax(dim=-1))
rest = (p - q).clamp(min=0)
again = rest / rest.sum(dim=-1, keepdim=True)
kept = torch.minimum(p, q)
print("written", kept + (1 - acceptance(p, q))[:, None] * again)
