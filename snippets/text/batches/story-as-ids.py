import tiktoken
import torch
from attention.examples import story

encoding = tiktoken.get_encoding("gpt2")
ids = torch.tensor(encoding.encode(story))

print(ids.shape)
print(ids[:8])
print([encoding.decode([i]) for i in ids[:8].tolist()])
