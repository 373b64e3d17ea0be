import torch
from attention import Transformer

source = torch.tensor([[1, 2, 3, 4, 5, 6]])
target = torch.tensor([[0, 1, 2, 3]])
torch.manual_seed(123)
model = Transformer(7, 8, 8, 16, 1, 2)  # one block on each side

block = model.encoder[0]
x = model.source_positions(model.source_emb(source))
x = x + block.attention(block.norm_1(x))  # from the whole source
x = x + block.feed_forward(block.norm_2(x))
memory = model.encoder_norm(x)

block = model.decoder[0]
y = model.target_positions(model.target_emb(target))
y = y + block.attention(block.norm_1(y))  # from the target so far
y = y + block.cross_attention(block.norm_2(y), memory)  # from the source
y = y + block.feed_forward(block.norm_3(y))
logits = model.out_head(model.decoder_norm(y))
print(logits[0, -1].detach())
print(model(source, target)[0, -1].detach())
