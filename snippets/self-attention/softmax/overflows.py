import torch

rows = [100.0, 99.0, 97.0], [88.0, 88.0, 88.0], [-120.0, -120.0], [0.0, -80.0]
for scores in rows:
    exponentials = torch.exp(torch.tensor(scores))
    print(scores, "->", exponentials / exponentials.sum())
