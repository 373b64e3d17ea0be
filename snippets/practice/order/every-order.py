from itertools import permutations

import torch
from attention import SelfAttentionV1
from attention.examples import inputs

torch.manual_seed(123)
head = SelfAttentionV1(3, 2)
orders = torch.tensor(list(permutations(range(6))))

shuffled = head(inputs[orders])  # each order is a sentence of the batch
moved = head(inputs)[orders]
assert torch.allclose(shuffled, moved, atol=1e-6)
print(shuffled.shape, torch.allclose(shuffled, moved, atol=1e-6))
