import torch

for score in (-1.0, -10.0, -80.0, -110.0):
    scores = torch.tensor([0.0, score])
    single = torch.softmax(scores, dim=0)[1]
    double = torch.softmax(scores.double(), dim=0)[1]
    print(f"{score:6}: float32 {single:.1e}, float64 {double:.1e}")
