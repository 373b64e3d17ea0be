import torch
from attention import FeedForward, MultiHeadAttention, TransformerBlock
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
attention = MultiHeadAttention(3, 3, 6, 0.0, 1, qkv_bias=True)
block = TransformerBlock(3, attention, FeedForward(3, 12, nn.GELU()))

theirs = nn.TransformerEncoderLayer(
    3, 1, 12, 0.0, "gelu", norm_first=True, batch_first=True
)
parts = [attention.W_query, attention.W_key, attention.W_value]
theirs.load_state_dict(
    {
        "self_attn.in_proj_weight": torch.cat([p.weight for p in parts]),
        "self_attn.in_proj_bias": torch.cat([p.bias for p in parts]),
        "self_attn.out_proj.weight": attention.out_proj.weight,
        "self_attn.out_proj.bias": attention.out_proj.bias,
        "linear1.weight": block.feed_forward.layers[0].weight,
        "linear1.bias": block.feed_forward.layers[0].bias,
        "linear2.weight": block.feed_forward.layers[2].weight,
        "linear2.bias": block.feed_forward.layers[2].bias,
        "norm1.weight": block.norm_1.scale,
        "norm1.bias": block.norm_1.shift,
        "norm2.weight": block.norm_2.scale,
        "norm2.bias": block.norm_2.shift,
    }
)
later = torch.ones(6, 6).triu(diagonal=1).bool()  # True = blocked
expected = theirs(inputs[None], src_mask=later)[0]
print(block(inputs)[1].detach(), expected[1].detach(), sep="\n")
