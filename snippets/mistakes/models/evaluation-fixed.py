from attention.examples import inputs
from torch import nn
from torch.nn.functional import scaled_dot_product_attention


class Attention(nn.Module):
    def forward(self, x):
        return scaled_dot_product_attention(x, x, x, is_causal=True)


layer = Attention()
print("in training:  ", layer.train()(inputs)[0])
print("in evaluation:", layer.eval()(inputs)[0])
