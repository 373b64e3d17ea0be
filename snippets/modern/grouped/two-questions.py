# pip install attention-verified
import torch
from attention import plane_keys, plane_tokens

queries = torch.tensor(
    [[2.0, 0.0], [0.0, 2.0]]
)  # which person? which thing?
weights = torch.softmax(queries @ plane_keys.T / 2**0.5, dim=-1)

for head, row in enumerate(weights):
    named = zip(plane_tokens, row, strict=True)
    print(f"head {head}:", " ".join(f"{w} {a:.2f}" for w, a in named))
