import tiktoken
import torch
from attention import (
    LearnedPositions,
    SelfAttentionV2,
    story,
    window_loader,
)
from torch import nn

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
loader = window_loader(ids, batch_size=8, length=4, stride=4)
inputs, _ = next(iter(loader))

torch.manual_seed(123)
words = nn.Embedding(50257, 256)
positions = LearnedPositions(context_length=4, d_model=256)
head = SelfAttentionV2(d_in=256, d_out=64)

x = positions(words(inputs))
together = head(x)
print(inputs.shape, "->", x.shape, "->", together.shape)
print(sum(parameter.numel() for parameter in head.parameters()))

alone = torch.stack([head(text) for text in x])
print("each text by itself:", torch.allclose(together, alone, atol=1e-5))
