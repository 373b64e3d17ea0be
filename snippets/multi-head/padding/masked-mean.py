import torch
from attention import CrossAttention, mask_from_lengths
from attention.examples import inputs
from torch.nn.utils.rnn import pad_sequence

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
sentences = [inputs, inputs[:2], inputs[2:]]
batch = pad_sequence(sentences, batch_first=True)
lengths = torch.tensor([6, 2, 4])
mask = mask_from_lengths(lengths, num_tokens=6)

real = mask.transpose(-2, -1)  # (3, 6, 1): a column for each sentence
contexts = layer(batch, batch, mask=mask)
means = (contexts * real).sum(dim=-2) / lengths[:, None]
print(means[1].detach())
print(layer(inputs[:2], inputs[:2]).mean(dim=0).detach())  # alone
