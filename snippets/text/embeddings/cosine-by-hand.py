import torch
from attention import inputs

your, with_ = inputs[0], inputs[3]

dot = torch.dot(with_, your)
print(f"dot {dot:.4f}")
print(f"lengths {with_.norm():.4f} and {your.norm():.4f}")
print(f"cosine {dot / (with_.norm() * your.norm()):.4f}")
print("torch ", torch.cosine_similarity(with_, your, dim=0))
