import warnings

import torch
import torch.nn.functional as F
from attention import Transformer
from torch import nn

torch.manual_seed(123)
model = Transformer(7, 8, 8, 16, 1, 2, pad_id=0).double()
for parameter in model.parameters():
    nn.init.normal_(parameter, std=0.2)  # norms and biases, too

warnings.filterwarnings("ignore", message="enable_nested_tensor")
theirs = nn.Transformer(
    d_model=16,
    nhead=2,
    num_encoder_layers=1,
    num_decoder_layers=1,
    dim_feedforward=64,
    dropout=0.0,
    activation=lambda x: F.gelu(x, approximate="tanh"),
    norm_first=True,
    batch_first=True,
    dtype=torch.float64,
)


def stacked(attention):
    parts = attention.W_query, attention.W_key, attention.W_value
    weight = torch.cat([part.weight for part in parts])
    bias = torch.cat([part.bias for part in parts])
    return weight, bias, *attention.out_proj.parameters()


encode, decode = model.encoder[0], model.decoder[0]
ours = [  # in the order of theirs
    *stacked(encode.attention),
    *encode.feed_forward.parameters(),
    *encode.norm_1.parameters(),
    *encode.norm_2.parameters(),
    *model.encoder_norm.parameters(),
    *stacked(decode.attention),
    *stacked(decode.cross_attention),
    *decode.feed_forward.parameters(),
    *decode.norm_1.parameters(),
    *decode.norm_2.parameters(),
    *decode.norm_3.parameters(),
    *model.decoder_norm.parameters(),
]
with torch.no_grad():
    for copy, parameter in zip(theirs.parameters(), ours, strict=True):
        copy.copy_(parameter)

source = torch.tensor([[1, 2, 3, 4, 5, 6], [5, 6, 0, 0, 0, 0]])
target = torch.tensor([[0, 1, 2, 3], [0, 2, 3, 7]])
padding = source == 0  # True = blocked
out = theirs(
    model.source_positions(model.source_emb(source)),
    model.target_positions(model.target_emb(target)),
    tgt_mask=torch.ones(4, 4).triu(diagonal=1).bool(),
    src_key_padding_mask=padding,
    memory_key_padding_mask=padding,
)
logits = model(source, target)
off = (model.out_head(out) - logits).abs().max()
print("torch's:", model.out_head(out)[0, 3, :4].detach())
print("ours:   ", logits[0, 3, :4].detach())
print(f"largest difference: {off:.12f}")
