# pip install attention-verified
import tempfile
from pathlib import Path

import torch
from attention import (
    GPT,
    Transformer,
    generate,
    keep_top_k,
    keep_top_p,
    sample,
    scale_logits,
)
from attention.examples import (
    fit,
    greedy,
    load_trained,
    tiny_deepseek,
    tiny_gpt2,
    tiny_llama,
    weights_file,
)
from attention.loaders import (
    load_deepseek,
    load_gpt2,
    load_llama,
    read_safetensors,
    shapes_only,
    write_safetensors,
)

torch.manual_seed(123)
ids = torch.arange(6)[None]
model = GPT(9, 12, d_model=4, num_layers=1, num_heads=2)
print(len(fit(model, [(ids, ids)] * 3, learning_rate=0.01)))
print(generate(model, ids, num_new=3).shape)
pair = Transformer(9, 9, 6, 4, num_layers=1, num_heads=2)
print(greedy(pair, ids, start=1, end=2, max_new=1).shape)

logits = torch.tensor([2.0, 1.0, 0.0])
print(scale_logits(logits, temperature=2.0), keep_top_k(logits, 2))
print(keep_top_p(logits, 0.5), sample(logits, top_k=1))

with shapes_only():  # no numbers, no memory
    print(GPT(50257, 1024, 768, 12, 12).tok_emb.weight.shape)
print(type(load_trained("story")), type(load_gpt2(tiny_gpt2())))
print(type(load_llama(tiny_llama())), type(load_deepseek(tiny_deepseek())))
stored = read_safetensors(weights_file("story"))  # in float16
path = Path(tempfile.mkdtemp()) / "x.safetensors"
write_safetensors(path, {"logits": logits})
print(read_safetensors(path))
