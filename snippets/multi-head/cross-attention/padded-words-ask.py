import torch
from attention import CrossAttention, inputs, mask_from_lengths
from torch.nn.utils.rnn import pad_sequence

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
batch = pad_sequence([inputs, inputs[:2], inputs[2:]], batch_first=True)
mask = mask_from_lengths(torch.tensor([6, 2, 4]), num_tokens=6)

contexts = layer(batch, batch, mask=mask)  # self-attention, padded
print(contexts[1].detach())
print("mean of all rows:", contexts[1].mean(dim=0).detach())
print("of real words:   ", contexts[1, :2].mean(dim=0).detach())
