# pip install attention-verified
import json

import torch
from attention.examples import tiny_gpt2
from attention.loaders import load_gpt2

config = json.loads((tiny_gpt2() / "config.json").read_text())
for size in ("n_embd", "n_layer", "n_head", "vocab_size"):
    print(size, config[size])

model = load_gpt2(tiny_gpt2())
print(model(torch.tensor([[3, 41, 7, 19, 3]])).shape)
