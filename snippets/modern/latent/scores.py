import torch

torch.manual_seed(123)
x = torch.randn(6, 16)
W_latent = torch.randn(16, 4)
W_key, W_value = torch.randn(2, 2, 4, 8)
W_query = torch.randn(2, 16, 8)  # of two heads, each (16, 8)

latents, queries = x @ W_latent, x @ W_query
explicit = queries @ (latents @ W_key).mT

absorbed = queries @ W_key.mT  # each head with its own matrix
print(queries.shape, "->", absorbed.shape)
print("explicit:", explicit[0, 0, :3])
print("absorbed:", (absorbed @ latents.mT)[0, 0, :3])

mixed = torch.cat([*queries], dim=-1) @ torch.cat([*W_key], dim=-1).mT
print("all heads at once:", (mixed @ latents.mT)[0, :3])
print("sum of the heads: ", explicit.sum(dim=0)[0, :3])
