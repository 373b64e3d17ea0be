import torch
from attention import softmax_jacobian

scores = torch.tensor([3.0, 1.0, 0.0, -2.0], dtype=torch.float64)

for factor in (0.5, 1, 2, 5, 10):
    largest = torch.softmax(factor * scores, dim=-1).max()
    slope = softmax_jacobian(factor * scores).abs().max()
    print(f"times {factor:3}: weight {largest:.4f}, slope {slope:.1e}")
