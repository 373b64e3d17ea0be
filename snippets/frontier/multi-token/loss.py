import torch
import torch.nn.functional as F
from attention import GPT, MultiToken, multi_token_loss

torch.manual_seed(123)
both = MultiToken(GPT(50, 12, 24, num_layers=2, num_heads=2))
ids = torch.randint(50, (12,))
logits, later = both(ids)

first = F.cross_entropy(logits[:-1], ids[1:])  # 11 targets
second = F.cross_entropy(later[:-1], ids[2:])  # 10 targets
total = multi_token_loss(logits, later, ids, weight=0.3)
print(f"next {first:.4f}, after it {second:.4f}")
print(f"sum  {first + 0.3 * second:.4f}, package {total:.4f}")
