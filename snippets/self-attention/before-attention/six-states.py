import torch
from attention import RecurrentEncoder
from attention.examples import inputs, tokens

torch.manual_seed(123)
encoder = RecurrentEncoder(d_in=3, d_state=4)

states = encoder(inputs).detach()
for token, state in zip(tokens, states, strict=True):
    print(f"after {token:8}", state)
print(states.shape)
