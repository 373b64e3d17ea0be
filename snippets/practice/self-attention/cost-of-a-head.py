import torch
from attention import SelfAttentionV1
from torch.utils.flop_counter import FlopCounterMode

n, d_in, d_out = 10, 8, 4
projections = 3 * n * d_in * d_out
answer = projections + 2 * n * n * d_out  # scores and mixture

head, counter = SelfAttentionV1(d_in, d_out), FlopCounterMode(display=False)
with counter:
    head(torch.ones(n, d_in))
assert 2 * answer == counter.get_total_flops()  # one * and one + each
print(f"answer: {answer}")

print(f"the mixture of the values forgotten: {projections + n * n * d_out}")
print(f"no projections: {2 * n * n * d_out}")
print(f"one projection in place of three: {answer - projections * 2 // 3}")
print(f"multiplications and additions counted apart: {2 * answer}")
print(f"parameters, which no number of words changes: {3 * d_in * d_out}")
