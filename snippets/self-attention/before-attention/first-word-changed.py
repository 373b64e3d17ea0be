import torch
from attention import RecurrentEncoder
from attention.examples import inputs, tokens

torch.manual_seed(123)
encoder = RecurrentEncoder(d_in=3, d_state=4)

other = inputs.clone()
other[0] = inputs[4]  # "one journey starts …" instead of "your journey …"
distances = (encoder(inputs) - encoder(other)).detach().norm(dim=-1)
for token, distance in zip(tokens, distances, strict=True):
    print(f"after {token:8} {distance:.4f}")
