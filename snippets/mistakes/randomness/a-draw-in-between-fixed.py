import torch
from attention import SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(123)
without = SelfAttentionV2(3, 2)
biased = SelfAttentionV2(3, 2, qkv_bias=True)
for parameter in biased.parameters():
    torch.nn.init.zeros_(parameter)
biased.load_state_dict(without.state_dict(), strict=False)

print(without(inputs)[0].detach(), biased(inputs)[0].detach(), sep="\n")
