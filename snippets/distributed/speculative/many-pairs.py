import torch


def written(p, q):
    keep = (p / q).clamp(max=1)
    rest = (p - q).clamp(min=0)
    rest = rest / rest.sum(dim=-1, keepdim=True)
    refused = (q * (1 - keep)).sum(dim=-1, keepdim=True)
    return q * keep + refused * rest


torch.manual_seed(0)
p, q = torch.rand(2, 2000, 7, dtype=torch.float64)
p, q = p / p.sum(-1, keepdim=True), q / q.sum(-1, keepdim=True)
far = (p - q).abs().sum(dim=-1) / 2
off = (written(p, q) - p).abs().max().item()
print(f"q is between {far.min():.2f} and {far.max():.2f} away from p")
print(f"what is written: {'below' if off < 1e-15 else 'above'} 1e-15")
