import torch

for scores in ([3.0, 1.0, 0.0, -2.0], [1.0, 2.0, -3.0]):
    scores = torch.tensor(scores)
    print("divided by the sum:", scores / scores.sum())
    print("softmax:           ", torch.softmax(scores, dim=-1))
