import torch

torch.manual_seed(123)
x = torch.randn(6, 16)  # six tokens
W_latent = torch.randn(16, 4)
W_key, W_value = torch.randn(2, 2, 4, 8)  # of two heads, each (4, 8)

latents = x @ W_latent
keys, values = latents @ W_key, latents @ W_value
print("kept:    ", latents.shape)
print("restored:", keys.shape, values.shape)

all_of_a_token = torch.cat([*keys, *values], dim=-1)
print(all_of_a_token.shape)
print("rank:", torch.linalg.matrix_rank(all_of_a_token).item())
