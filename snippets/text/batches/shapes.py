import tiktoken
import torch
from attention import (
    LearnedPositions,
    SelfAttentionV2,
    scaled_attention_scores,
    story,
    window_loader,
)
from torch import nn

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
inputs, targets = next(
    iter(window_loader(ids, batch_size=8, length=4, stride=4))
)
embeddings = nn.Embedding(50257, 256)(inputs)
positions = LearnedPositions(context_length=4, d_model=256)
x = positions(embeddings)
layer = SelfAttentionV2(d_in=256, d_out=64)
queries, keys = layer.W_query(x), layer.W_key(x)

print("ids", ids.shape)
print("inputs", inputs.shape)
print("targets", targets.shape)
print("embeddings", embeddings.shape)
print("positions", positions.pos_emb.weight.shape)
print("sum", x.shape)
print("queries", queries.shape)
print("keys", keys.shape)
print("values", layer.W_value(x).shape)
print("scores", scaled_attention_scores(queries, keys).shape)
print("context vectors", layer(x).shape)
