import torch
from attention.examples import inputs

journey, starts = inputs[[1, 2]].double()
cosine = journey @ starts / (journey.norm() * starts.norm())

print(f"angle: {torch.rad2deg(torch.arccos(cosine)):.2f} degrees")
print("starts / journey:", (starts / journey).float())
