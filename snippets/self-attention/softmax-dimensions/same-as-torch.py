import torch
from attention import inputs, naive_softmax, stable_softmax

scores = inputs @ inputs[1]
for factor in (1, 1000):
    expected = torch.softmax(factor * scores, dim=0)
    for softmax in (naive_softmax, stable_softmax):
        weights = softmax(factor * scores, dim=0)
        agrees = torch.allclose(weights, expected, atol=1e-6)
        print(f"scores times {factor}: {softmax.__name__:14} {agrees}")
