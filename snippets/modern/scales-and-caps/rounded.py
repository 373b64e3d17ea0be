import torch

generator = torch.Generator().manual_seed(123)
for width in (1152, 2304, 3072, 4608, 5376):
    root = width**0.5
    rounded = torch.tensor(root).bfloat16()
    numbers = torch.randn(100_000, generator=generator).bfloat16()
    other = (numbers * root != numbers * rounded).double().mean()
    print(
        f"√{width:,} = {root:.3f}, in bfloat16 {rounded.item():6}", end=": "
    )
    print(f"{other:.0%} of the embeddings differ")
