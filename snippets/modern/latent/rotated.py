import torch
from attention import rotate

torch.manual_seed(123)
query, latent = torch.randn(4), torch.randn(2)
W_key = torch.randn(2, 4)
key = latent @ W_key

for position in (5, 4, 3):
    q = rotate(query[None], torch.tensor([5]))[0]
    k = rotate(key[None], torch.tensor([position]))[0]
    back = rotate(query[None], torch.tensor([5 - position]))[0]
    absorbed = back @ W_key.T
    print(f"key at {position}: absorbed query", absorbed, end=" ")
    print(f"{absorbed @ latent:.4f} {q @ k:.4f}")
