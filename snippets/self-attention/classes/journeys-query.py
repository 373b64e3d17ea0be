import torch
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
W_query = nn.Linear(3, 2, bias=False)
journey, your = inputs[1], inputs[0]
print(f"answer: {W_query(journey)[0]:.4f}")

stored = W_query.weight.detach()
reshaped = journey @ stored.reshape(3, 2)
scaled = W_query(journey)[0] / 2**0.5
print(
    f"the other row, the query's second number: {stored[1] @ journey:.4f}"
)
print(f"reshaped to 3 by 2, not transposed: {reshaped[0]:.4f}")
print(f"the query of your, not of journey: {stored[0] @ your:.4f}")
print(f"scaled, which is for scores, not for queries: {scaled:.4f}")
