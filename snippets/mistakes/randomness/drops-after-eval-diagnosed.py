import torch.nn.functional as F
from attention import diagnose
from torch import nn


class Head(nn.Module):
    def forward(self, x):
        return F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)


print(diagnose(Head()))
