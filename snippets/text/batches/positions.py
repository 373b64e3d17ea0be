import tiktoken
import torch
from attention import LearnedPositions, story, window_loader
from torch import nn

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
inputs, _ = next(iter(window_loader(ids, batch_size=8, length=4, stride=4)))

torch.manual_seed(123)
embeddings = nn.Embedding(50257, 256)(inputs)
positions = LearnedPositions(context_length=4, d_model=256)
x = positions(embeddings)

print(embeddings.shape, "+", positions.pos_emb.weight.shape, "->", x.shape)
added = x - embeddings
print(
    "same table for rows 0 and 7:",
    torch.allclose(added[0], added[7], atol=1e-5),
)
print('the vectors of " the" equal:', torch.allclose(x[2, 3], x[5, 2]))
