import torch

for last in (-2.0, -10.0, -100.0, -torch.inf):
    scores = torch.tensor([3.0, 1.0, 0.0, last], dtype=torch.float64)
    weights = torch.softmax(scores, dim=-1)
    print(f"score {last:6}: weight {weights[3]:.1e}")
