import torch
from attention import rotate

torch.manual_seed(123)
x = torch.randn(6, 16)
W_latent = torch.randn(16, 4)
W_key, W_value = torch.randn(2, 2, 4, 8)
W_query = torch.randn(2, 16, 8)
query = x[5] @ W_query[0]  # the first head's
latent = x[0] @ W_latent
key = latent @ W_key[0]

for position in (5, 4, 3):
    q = rotate(query[None], torch.tensor([5]))[0]
    k = rotate(key[None], torch.tensor([position]))[0]
    back = rotate(query[None], torch.tensor([5 - position]))[0]
    absorbed = back @ W_key[0].T
    print(f"key at {position}: absorbed query", absorbed)
    print(f"  score {absorbed @ latent:.3f}, rotated {q @ k:.3f}")
