import torch
import torch.nn.functional as F

torch.manual_seed(123)
ones = torch.ones(1, 100, 1)  # 100 queries, keys and values of one feature
for p in (0.0, 0.5):
    contexts = F.scaled_dot_product_attention(
        ones, ones, ones, dropout_p=p, is_causal=True
    )
    all_one = torch.allclose(contexts, ones, atol=1e-6)
    print("dropout_p", p, "all contexts are 1:", all_one)
