from tempfile import TemporaryDirectory

import torch
from attention import Mamba2
from attention.examples import drawn_checkpoint
from attention.gallery import load
from torch import nn


def no_skip(model):
    for layer in model.modules():
        if isinstance(layer, Mamba2):
            nn.init.zeros_(layer.skip)


def b_for_c(model):
    for layer in model.modules():
        if isinstance(layer, Mamba2):
            width, state, _ = layer.widths
            in_rows = layer.W_in.weight[2 * width :]
            kernels = layer.conv.weight[width:]
            for rows in (in_rows, kernels, layer.conv.bias[width:]):
                b, c = rows[:state].clone(), rows[state : 2 * state].clone()
                rows[:state], rows[state : 2 * state] = c, b


def shifted(model):
    for conv in model.modules():
        if isinstance(conv, nn.Conv1d):
            conv.weight.copy_(conv.weight.roll(1, dims=-1))


print("          first token  first 8  all 150")
for name, mistakes in (
    ("granite_hybrid", (no_skip, b_for_c)),
    ("lfm2", (shifted,)),
):
    stored = drawn_checkpoint(name)
    for mistake in mistakes:
        with TemporaryDirectory() as folder, torch.no_grad():
            model = load(stored.write(folder), torch.float64)
            right = model(stored.ids[None])[0]
            mistake(model)
            off = (model(stored.ids[None])[0] - right).abs()
        off = off.amax(dim=-1) / right.std()
        errors = f"{off[0]:12.2f}{off[:8].max():9.2f}{off.max():9.2f}"
        print(f"{mistake.__name__:9}{errors}")
