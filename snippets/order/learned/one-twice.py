import torch
from attention import add_positions
from attention.examples import inputs, position_table


def mix(x):
    return torch.softmax(x @ x.T, dim=-1) @ x


twice = inputs[[4, 5, 4, 1]]  # one step, one journey
with_positions = add_positions(twice, position_table)
for name, x in (("words alone", twice), ("with positions", with_positions)):
    same = torch.allclose(mix(x)[0], mix(x)[2], atol=1e-6)
    print(name, "- both the same:", same)
    print(mix(x)[0], mix(x)[2])
