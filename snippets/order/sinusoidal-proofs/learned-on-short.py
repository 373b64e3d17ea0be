import torch
from attention import sinusoidal_positions

everything = sinusoidal_positions(torch.arange(400).double(), d_model=64)
truncated = {"rcond": 1e-6, "driver": "gelsd"}

for features in (64, 20):  # all hands, then the ten fastest
    table = everything[:, :features]
    fitted = torch.linalg.lstsq(
        table[3:128], table[:125], **truncated
    ).solution
    for position in (50, 127, 200, 300):
        error = table[position] @ fitted - table[position - 3]
        print(f"{features} features, {position}: {error.abs().max():.2f}")
