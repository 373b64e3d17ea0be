import torch
from attention.examples import inputs, target_inputs, target_tokens
from torch.nn.utils.rnn import pad_sequence

batch = pad_sequence([inputs, inputs[:2], inputs[2:]], batch_first=True)
your_journey = batch[1]  # two words, four rows of zeros

scores = target_inputs @ your_journey.T
weights = torch.softmax(scores, dim=-1)
for i in (0, 3):
    print("scores of", target_tokens[i].ljust(8), scores[i])
print("weights of", target_tokens[0].ljust(7), weights[0])
print(f"of that on padding: {weights[0, 2:].sum():.4f}")
