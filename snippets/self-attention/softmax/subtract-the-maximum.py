import torch

for scores in ([100.0, 99.0, 97.0], [88.0] * 3, [-120.0] * 2, [0.0, -80.0]):
    exponentials = torch.exp(torch.tensor(scores) - max(scores))
    print(scores, "->", exponentials / exponentials.sum())
