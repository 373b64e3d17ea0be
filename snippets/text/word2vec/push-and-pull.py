import torch
from attention import skip_gram_loss

centre = torch.tensor([1.0, 0.5], requires_grad=True)
context = torch.tensor([0.8, 0.4], requires_grad=True)
negatives = torch.tensor([[0.5, -0.6]], requires_grad=True)
vectors = (centre, context, negatives)

gradients = torch.autograd.grad(skip_gram_loss(*vectors), vectors)
names = ("apples", "basket", "ferry")
for name, gradient in zip(names, gradients, strict=True):
    print(name, "moves by", -0.5 * gradient.flatten())
