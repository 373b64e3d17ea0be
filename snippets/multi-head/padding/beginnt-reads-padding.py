import torch
from attention.examples import inputs, target_inputs

padded = torch.cat([inputs[:2], torch.zeros(4, 3)])
scores = padded @ target_inputs[3]  # of beginnt
weights = torch.softmax(scores, dim=0)
print(f"answer: {weights[2:].sum():.4f}")

mit = torch.softmax(padded @ target_inputs[0], dim=0)
scaled = torch.softmax(scores / 3**0.5, dim=0)
print(f"as if a score of 0 were a weight of 0: {0.0:.4f}")
print(f"equal weights: {4 / 6:.4f}")
print(f"one row of zeros, not four: {weights[2]:.4f}")
print(f"the two words, not the padding: {weights[:2].sum():.4f}")
print(f"the weights of mit: {mit[2:].sum():.4f}")
print(f"scaled by the root of 3 first: {scaled[2:].sum():.4f}")
