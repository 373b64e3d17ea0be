from attention import inputs
from torch.nn.utils.rnn import pad_sequence

sentences = [inputs, inputs[:2], inputs[2:]]  # 6, 2 and 4 words
batch = pad_sequence(sentences, batch_first=True)

print(batch.shape)
print(batch[1])
