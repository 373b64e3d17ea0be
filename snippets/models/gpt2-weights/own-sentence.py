from pathlib import Path

import tiktoken
import torch
from attention import GPT, record_weights
from attention.loaders import load_gpt2

encoding = tiktoken.get_encoding("gpt2")
ids = torch.tensor([encoding.encode("Your journey starts with one step")])
model = GPT(50257, 1024, 24, 2, 4)  # random numbers
if Path("gpt2").exists():  # what the command makes
    model = load_gpt2("gpt2")

with record_weights(model) as weights:
    model(ids)
for name, maps in weights.items():
    print(name, tuple(maps.shape))
