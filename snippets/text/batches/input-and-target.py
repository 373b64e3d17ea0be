import tiktoken
import torch
from attention import story

ids = torch.tensor(tiktoken.get_encoding("gpt2").encode(story))
length = 4

print("input: ", ids[0:length])
print("target:", ids[1 : length + 1])
