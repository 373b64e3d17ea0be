import torch
from attention import mask_from_lengths, masked_attention_weights
from attention.examples import inputs, target_inputs
from torch.nn.utils.rnn import pad_sequence

batch = pad_sequence([inputs, inputs[:2], inputs[2:]], batch_first=True)
mask = mask_from_lengths(torch.tensor([6, 2, 4]), num_tokens=6)

scores = target_inputs @ batch.transpose(-2, -1)
weights = masked_attention_weights(scores, mask)
print(scores.shape, mask.shape, weights.shape)
print(weights[1])
