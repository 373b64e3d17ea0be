from attention import diagnose
from torch import nn
from torch.nn.functional import scaled_dot_product_attention


class Attention(nn.Module):
    def forward(self, x):
        causal = self.training
        return scaled_dot_product_attention(x, x, x, is_causal=causal)


print(diagnose(Attention()))
