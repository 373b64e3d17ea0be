import torch
import torch.nn.functional as F

queries = torch.ones(1, 4, 6, 2)  # four heads
for num_kv_groups in (1, 2):
    keys = torch.ones(1, num_kv_groups, 6, 2)
    contexts = F.scaled_dot_product_attention(
        queries, keys, keys
    )  # raises RuntimeError: The size of tensor a (4) must match
    print(num_kv_groups, tuple(contexts.shape))
