import torch

torch.manual_seed(123)
x = torch.rand(4, 512)

smallest = x.min()
gap = torch.nextafter(smallest, torch.tensor(1.0)) - smallest
print(f"smallest feature: {smallest:.4f}")
print(f"to the next larger float: {gap:.1e}")
print("adding 1e-16 leaves it:", torch.equal(smallest + 1e-16, smallest))
