import torch
from attention.examples import inputs


def mix(x, mask):
    return (
        torch.softmax((x @ x.T).masked_fill(~mask, -torch.inf), dim=-1) @ x
    )


order, everything = [5, 4, 3, 2, 1, 0], torch.ones(6, 6, dtype=torch.bool)
for name, mask in (("no mask", everything), ("causal", everything.tril())):
    first, second = mix(inputs, mask), mix(inputs[order], mask)
    moved = torch.allclose(second, first[order], atol=1e-6)
    print(f"{name:7}  rows only moved: {moved}")
