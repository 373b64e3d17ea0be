import torch
from attention import sinusoidal_positions
from attention.examples import inputs

positions = sinusoidal_positions(torch.arange(6), d_model=3)
print(inputs + positions)
for name, vectors in (("words", inputs), ("positions", positions)):
    lengths = vectors.norm(dim=-1)
    print(f"{name:9}", " ".join(f"{length:.2f}" for length in lengths))
