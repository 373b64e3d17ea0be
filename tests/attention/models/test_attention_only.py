"""AttentionOnly, against a model made of torch's own layers."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from attention import AttentionOnly, record_weights
from tests.attention.expect import random, refusal

WORDS, LONGEST, D, LAYERS, HEADS = 13, 7, 6, 2, 3
IDS = torch.tensor([[3, 11, 0, 3, 5], [12, 1, 1, 2, 8]])


def made() -> AttentionOnly:
    model = AttentionOnly(WORDS, LONGEST, D, LAYERS, HEADS)
    for n, parameter in enumerate(model.parameters()):  # norms and biases, too
        parameter.data = random(*parameter.shape, seed=n)
    return model


def torchs(model: AttentionOnly, ids: Tensor) -> Tensor:
    x = F.embedding(ids, model.tok_emb.weight)
    x = x + model.positions.pos_emb.weight[: ids.shape[-1]]
    blocked = torch.ones(ids.shape[-1], ids.shape[-1]).triu(diagonal=1).bool()
    for norm, layer in zip(model.norms, model.layers, strict=True):
        theirs = nn.MultiheadAttention(D, HEADS, batch_first=True).double()
        linear = (layer.W_query, layer.W_key, layer.W_value)
        theirs.in_proj_weight.data = torch.cat([p.weight for p in linear])
        theirs.out_proj.weight.data = layer.out_proj.weight.data
        theirs.out_proj.bias.data = layer.out_proj.bias.data
        normed = F.layer_norm(x, (D,), norm.scale, norm.shift)
        x = x + theirs(normed, normed, normed, attn_mask=blocked)[0]
    norm = model.final_norm
    return F.layer_norm(x, (D,), norm.scale, norm.shift) @ model.out_head.weight.T


def test_logits_are_those_of_torchs_layers():
    model = made()
    for length in (1, 5):
        ids = IDS[:, :length]
        found = model(ids)
        assert found.shape == (2, length, WORDS)
        torch.testing.assert_close(found, torchs(model, ids), rtol=0, atol=1e-12)
        torch.testing.assert_close(model(ids[1]), found[1], rtol=0, atol=1e-12)


def test_weights_are_recorded_by_layer():
    model = made()
    with record_weights(model) as weights:
        model(IDS)
    assert list(weights) == ["layers.0.attend", "layers.1.attend"]
    assert weights["layers.1.attend"].shape == (2, HEADS, 5, 5)


def test_weights_start_as_those_of_gpt():
    torch.manual_seed(0)
    model = AttentionOnly(101, 50, 48, 2, 4)
    for name, parameter in model.named_parameters():
        if name.endswith("weight"):
            assert abs(parameter.std() - 0.02) < 0.002, name
        else:
            assert set(parameter.flatten().tolist()) == {float("scale" in name)}, name


def test_wrong_sizes_are_named():
    for name, sizes in {"vocab_size": (0, 2), "num_layers": (13, 0)}.items():
        with refusal(f"{name} must be at least 1. Got 0."):
            AttentionOnly(sizes[0], LONGEST, D, sizes[1], HEADS)
    with refusal("d_out must be divisible by num_heads=4. Got 6."):
        AttentionOnly(WORDS, LONGEST, D, LAYERS, 4)
    with refusal(
        "num_tokens must be at most 7, the number of positions in the table. Got 8."
    ):
        made()(torch.zeros(1, 8, dtype=torch.int64))
