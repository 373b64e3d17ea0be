import torch
import torch.nn.functional as F
from attention import mask_from_lengths

torch.manual_seed(123)
x = torch.rand(3, 3, 2)  # three sentences of three words
mask = mask_from_lengths(torch.tensor([3, 1, 2]), num_tokens=3)
flat = mask[:, 0]  # (3, 3): sentences by words

for each in (mask, flat):
    context = F.scaled_dot_product_attention(x, x, x, attn_mask=each)
    print(each.shape, context[1, 0])
