import torch
from attention import shift_matrix, sinusoidal_positions

torch.manual_seed(126)
positions = torch.randint(3000, (2,))
first, second = sinusoidal_positions(positions, 8)

(s, c), (s2, c2) = (v.reshape(4, 2).T for v in (first, second))
turned = torch.atan2(s2 * c - c2 * s, c2 * c + s2 * s)  # of each hand
speeds = torch.tensor([1, 0.1, 0.01, 0.001])
apart = (turned / speeds).round().int().tolist()

steps = torch.arange(-3000, 3000)  # the other way: try every shift
misses = (shift_matrix(steps, 8) @ first - second).norm(dim=-1)
assert apart[3] == steps[misses.argmin()] == positions[1] - positions[0]
print("answer:", apart[3])

print("by the fastest hand, past half a turn:", apart[0])
print("by the second hand, past half a turn:", apart[1])
print("by the third hand, past half a turn:", apart[2])
print("the position of the first vector:", positions[0].item())
print("the position of the second vector:", positions[1].item())
print("backwards, from the second to the first:", -apart[3])
