import dis

import torch

d_k = 2


def attend(queries, keys, values):
    weights = torch.softmax(queries @ keys.T / d_k**0.5, dim=-1)
    return weights @ values


steps = dis.get_instructions(attend)  # what Python makes of the function
read = {step.argval for step in steps if step.opname == "LOAD_GLOBAL"}
print(sorted(read))
assert "d_k" not in read, "reads d_k"  # raises AssertionError: reads d_k
