import tiktoken
import torch
from attention import story, window_loader
from torch import nn

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
inputs, _ = next(iter(window_loader(ids, batch_size=8, length=4, stride=4)))

torch.manual_seed(123)
table = nn.Embedding(50257, 256)
embeddings = table(inputs)

print(inputs.shape, "->", embeddings.shape)
the = (inputs == 262).nonzero()  # " the" has id 262
print(the.tolist())
first, second = (embeddings[row, column] for row, column in the[:2])
print(torch.equal(first, second))
