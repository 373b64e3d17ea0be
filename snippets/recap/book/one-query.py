# pip install attention-verified
import torch
from attention import naive_softmax
from attention.examples import inputs

query = inputs[1]
scores = torch.stack([word @ query for word in inputs])
print("scores ", scores)

by_sum = scores / scores.sum()
print("by sum ", by_sum, by_sum.sum())
by_hand = naive_softmax(scores, dim=0)
print("by hand", by_hand, by_hand.sum())
weights = torch.softmax(scores, dim=0)
print("softmax", weights, weights.sum())
