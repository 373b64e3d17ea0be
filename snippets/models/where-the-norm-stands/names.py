from tempfile import TemporaryDirectory

import torch
from attention.examples import drawn_checkpoint
from attention.examples.drawn import draw_tensors
from attention.gallery import load

name = "model.layers.0.post_attention_layernorm.weight"
for model in ("mistral", "olmo2", "gemma2"):
    stored = drawn_checkpoint(model)
    with TemporaryDirectory() as folder:
        ours = load(stored.write(folder)).named_parameters()
    theirs = draw_tensors({name: stored.shapes[name]})[name]
    for called, scale in ours:
        for added in (0, 1):
            if scale.shape == theirs.shape and torch.allclose(
                scale, added + theirs
            ):
                shape = tuple(theirs.shape)
                print(f"{model:8} {called:20} {shape}, {added} added")
