"""What is behind the general sentences of docs/models/gpt2-weights.md."""

import torch
from torch import nn

from attention import GPT, read_safetensors, tiny_gpt2
from tests.facts.says import says


@torch.no_grad()
def test_width_shows_the_wrong_gelu() -> None:
    says(
        "models/gpt2-weights",
        r"Our GPT starts with weights from \(N(0, 0.02^2)\), biases of 0 and scales of 1.",
        "No: the logits differ, but by less than that.",
        "The sizes matter, too: with as many features and heads as GPT-2, a logit changes by more than ten times the tolerance.",
    )
    torch.manual_seed(0)
    model, ids = GPT(61, 16, 768, 2, 12).double(), torch.randint(61, (3, 11))
    logits = model(ids)
    for block in model.blocks:
        block.feed_forward.layers[1] = nn.GELU()
    assert 1e-4 < (model(ids) - logits).abs().max() < 1e-1


def test_each_parameter_of_the_folder_was_drawn() -> None:
    says(
        "models/gpt2-weights",
        "The parameters in the tiny folder were drawn with ten times that standard deviation, scales and biases too.",
    )
    for name, tensor in read_safetensors(tiny_gpt2() / "model.safetensors").items():
        assert 0.1 < tensor.std() < 0.3, name
