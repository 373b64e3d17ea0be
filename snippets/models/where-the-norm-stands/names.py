from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load
from attention.loaders import read_safetensors

name = "model.layers.0.post_attention_layernorm.weight"
for kind in ("mistral", "olmo2", "gemma2"):
    with TemporaryDirectory() as folder:
        drawn_checkpoint(kind).write(folder)
        model = load(folder)
        stored = read_safetensors(Path(folder, "model.safetensors"))[name]
    for called, scale in model.named_parameters():
        if scale.shape != stored.shape:
            continue
        for added in (0, 1):
            if torch.allclose(scale, added + stored):
                shape = tuple(stored.shape)
                print(f"{kind:8} {called:20} {shape}, {added} added")
