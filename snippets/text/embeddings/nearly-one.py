import torch
from attention import inputs

journey, starts = inputs[1], inputs[2]
cosine = torch.cosine_similarity(journey, starts, dim=0)

print(f"three decimals: {cosine:.3f}")
print(f"four decimals:  {cosine:.4f}")
print("the same vector:", torch.allclose(journey, starts, atol=1e-3))
for degrees in [1.0, 2.0, 5.0, 10.0]:
    angle = torch.deg2rad(torch.tensor(degrees))
    print(f"{degrees:4} degrees: {torch.cos(angle):.4f}")
