import torch
from attention import scaled_dot_product_attention

torch.manual_seed(123)
x = torch.randn(6, 16).double()
W_latent = torch.randn(16, 4).double() / 4
W_key, W_value = torch.randn(2, 2, 4, 8).double() / 2
W_query = torch.randn(2, 16, 8).double() / 4
latents, queries = x @ W_latent, x @ W_query

explicit, _ = scaled_dot_product_attention(
    queries, latents @ W_key, latents @ W_value
)


def attend_to_latents(absorbed):
    contexts, _ = scaled_dot_product_attention(absorbed, latents, latents)
    return contexts @ W_value


absorbed = queries @ W_key.mT
right = attend_to_latents(absorbed * (4 / 8) ** 0.5)
wrong = attend_to_latents(absorbed)
print("explicit:          ", explicit[0, 0, :3])
print("with the root of 8:", right[0, 0, :3])
print("with the root of 4:", wrong[0, 0, :3])
