# pip install attention-verified
import torch.nn.functional as F
from attention import diagnose


def attend(q, k, v):  # your own function or layer
    return F.scaled_dot_product_attention(q / q.shape[-1] ** 0.5, k, v)


print(diagnose(attend))
