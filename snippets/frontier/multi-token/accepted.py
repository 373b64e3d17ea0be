import torch

p = torch.tensor([[0.90, 0.05, 0.05], [0.34, 0.33, 0.33]])
q = torch.tensor([[0.50, 0.30, 0.20], [0.33, 0.34, 0.33]])

both = torch.minimum(p, q)  # of each word, drafted and kept
kept = both.sum(dim=-1)
print("kept          ", kept)
print("favourite of p", p.argmax(dim=-1))
print("favourite of q", q.argmax(dim=-1))
rest = (p - q).clamp(min=0)
again = rest / rest.sum(dim=-1, keepdim=True)
print("written", both + (1 - kept)[:, None] * again)
