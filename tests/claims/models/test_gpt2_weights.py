"""What is behind the general sentences of docs/models/gpt2-weights.md."""

import torch
from torch import nn

from attention import GPT, read_safetensors, tiny_gpt2


@torch.no_grad()
def test_small_weights_hide_the_wrong_gelu_and_width_shows_it() -> None:
    for width, num_heads, low, high in ((24, 4, 1e-10, 1e-5), (768, 12, 1e-4, 1e-1)):
        torch.manual_seed(0)
        model = GPT(61, 16, width, 2, num_heads).double()
        for name, parameter in model.named_parameters():
            if parameter.dim() == 2:
                assert 0.017 < parameter.std() < 0.023
            else:
                assert (parameter == name.endswith("scale")).all()
        ids = torch.randint(61, (3, 11))
        logits = model(ids)
        for block in model.blocks:
            block.feed_forward.layers[1] = nn.GELU()
        assert low < (model(ids) - logits).abs().max() < high


def test_each_parameter_of_the_folder_was_drawn() -> None:
    tensors = read_safetensors(tiny_gpt2() / "model.safetensors")
    assert 0.195 < torch.cat([t.flatten() for t in tensors.values()]).std() < 0.205
    for name, tensor in tensors.items():
        assert 0.1 < tensor.std() < 0.3, name
