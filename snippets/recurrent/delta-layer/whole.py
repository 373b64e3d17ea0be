import torch
import torch.nn.functional as F
from attention import (
    GatedDeltaNet,
    delta_rule,
    merge_heads,
    rms_norm,
    short_convolution,
    split_heads,
)

torch.manual_seed(123)
layer = GatedDeltaNet(24, 24, 4, 6, 5, num_key_heads=2).double()
x = torch.randn(9, 24).double()


def mixed(matrix, conv, num_heads):
    inputs = matrix(x)  # nine tokens
    return split_heads(
        F.silu(short_convolution(inputs, conv.weight)[0]), num_heads
    )


def unit(vectors):
    lengths = (vectors.square().sum(-1, keepdim=True) + 1e-6).sqrt()
    return (vectors / lengths).repeat_interleave(2, dim=0)  # 2 heads, 4


q = unit(mixed(layer.W_query, layer.conv_query, 2)) / 6**0.5
k = unit(mixed(layer.W_key, layer.conv_key, 2))
v = mixed(layer.W_value, layer.conv_value, 4)
beta = torch.sigmoid(layer.W_beta(x)).mT
log_a = -layer.log_rate.exp()[:, None] * F.softplus(layer.W_decay(x)).mT
z, state = delta_rule(q, k, v, beta, log_a)
gate = F.silu(split_heads(layer.W_gate(x), 4))
out = layer.out_proj(
    merge_heads(rms_norm(z, layer.norm.scale, 1e-6) * gate)
)
print("by hand", out[-1, :4].detach().float())
print("layer  ", layer(x)[-1, :4].detach().float())
