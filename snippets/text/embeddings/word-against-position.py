import torch
from attention import sinusoidal_positions

torch.manual_seed(123)
d = 512  # d_model, as in the paper
words = torch.nn.Embedding(1000, d).weight.detach()
positions = sinusoidal_positions(torch.arange(100), d)

print(f"positions: {positions.std():.4f}")
for drawn, vectors in [("1", words), ("1/sqrt(d)", words / d**0.5)]:
    for factor in [1, d**0.5]:
        ratio = (factor * vectors).std() / positions.std()
        print(f"drawn with {drawn:9} times {factor:7.4f}: {ratio:7.4f}")
