import torch
from attention import inputs, sinusoidal_positions

places = sinusoidal_positions(torch.arange(6), d_model=3)
print(inputs + places)
for name, vectors in (("words", inputs), ("places", places)):
    lengths = vectors.norm(dim=-1)
    print(f"{name:6}", " ".join(f"{length:.2f}" for length in lengths))
