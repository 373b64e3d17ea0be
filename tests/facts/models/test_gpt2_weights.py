"""What is behind the general sentences of docs/models/gpt2-weights.md."""

import torch
from torch import nn

from attention import GPT, read_safetensors, tiny_gpt2


@torch.no_grad()
def test_width_shows_the_wrong_gelu() -> None:
    torch.manual_seed(0)
    model, ids = GPT(61, 16, 768, 2, 12).double(), torch.randint(61, (3, 11))
    logits = model(ids)
    for block in model.blocks:
        block.feed_forward.layers[1] = nn.GELU()
    assert 1e-4 < (model(ids) - logits).abs().max() < 1e-1


def test_each_parameter_of_the_folder_was_drawn() -> None:
    for name, tensor in read_safetensors(tiny_gpt2() / "model.safetensors").items():
        assert 0.1 < tensor.std() < 0.3, name
