import torch
from attention import (
    CrossAttention,
    inputs,
    mask_from_lengths,
    target_inputs,
)
from torch.nn.utils.rnn import pad_sequence

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
sentences = [inputs, inputs[:2], inputs[2:]]
batch = pad_sequence(sentences, batch_first=True)
mask = mask_from_lengths(torch.tensor([6, 2, 4]), num_tokens=6)
targets = target_inputs.expand(3, 4, 3)  # the same for all three

masked = layer(targets, batch, mask=mask)
unmasked = layer(targets, batch)
for i, sentence in enumerate(sentences):
    alone = layer(target_inputs, sentence)
    with_mask = torch.allclose(masked[i], alone, atol=1e-6)
    without = torch.allclose(unmasked[i], alone, atol=1e-6)
    print(len(sentence), "words:", with_mask, "without mask:", without)
