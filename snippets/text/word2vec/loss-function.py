import torch
from attention import skip_gram_loss

centre = torch.tensor([1.0, 0.5])
context = torch.tensor([0.8, 0.4])
one = torch.tensor([[0.5, -0.6]])  # (k=1, d=2)
two = torch.tensor([[0.5, -0.6], [-0.2, 0.3]])  # (k=2, d=2)

print(f"one negative:  {skip_gram_loss(centre, context, one):.4f}")
print(f"two negatives: {skip_gram_loss(centre, context, two):.4f}")
