import torch
from attention.text import skip_gram_loss

centre = torch.tensor([1.0, 0.5], requires_grad=True)
context = torch.tensor([0.8, 0.4], requires_grad=True)
negatives = torch.tensor([[0.5, -0.6]], requires_grad=True)
vectors = {"apples": centre, "basket": context, "ferry": negatives}

for when in ("before", "after"):
    loss = skip_gram_loss(*vectors.values())
    real, random = context @ centre, negatives[0] @ centre
    print(f"{when}: basket {real:.4f}, ferry {random:.4f}, loss {loss:.4f}")
    if when == "before":
        gradients = torch.autograd.grad(loss, vectors.values())
        for name, gradient in zip(vectors, gradients, strict=True):
            print("   ", name, "moves by", -0.5 * gradient.flatten())
            with torch.no_grad():
                vectors[name] -= 0.5 * gradient
