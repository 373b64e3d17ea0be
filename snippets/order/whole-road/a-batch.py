import tiktoken
import torch
from attention import LearnedPositions, SelfAttentionV2
from attention.examples import story
from attention.text import SlidingWindows
from torch import nn
from torch.utils.data import DataLoader

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
windows = SlidingWindows(ids, length=4, stride=4)
inputs, _ = next(iter(DataLoader(windows, batch_size=8)))

torch.manual_seed(123)
words = nn.Embedding(50257, 256)
positions = LearnedPositions(context_length=4, d_model=256)
head = SelfAttentionV2(d_in=256, d_out=64)

x = positions(words(inputs))
print(inputs.shape, "->", x.shape, "->", head(x).shape)
print(sum(parameter.numel() for parameter in head.parameters()))
print("in the batch:", head(x)[7, 0, :3].detach())
print("by itself:   ", head(x[7])[0, :3].detach())
