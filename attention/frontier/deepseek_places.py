"""Where the tensors of a DeepSeek-V3 checkpoint go in our model.

A checkpoint of Hugging Face's hub has other names than our parameters (transformers,
models/deepseek_v3/modeling_deepseek_v3.py), in the block 0:

    self_attn.q_a_proj, q_a_layernorm, q_b_proj   W_query, an nn.Sequential
    self_attn.kv_a_proj_with_mqa                  W_latent[0] and W_rotary, stacked
    self_attn.kv_a_layernorm                      W_latent[1]
    self_attn.kv_b_proj                           W_key and W_value, by heads
    mlp.gate.weight, e_score_correction_bias      router.W_router, router.bias
    mlp.experts.0 …, mlp.shared_experts           experts, shared

The pairs of its rotary features are neighbours, ours halves, so their rows are
reordered.
"""

import torch
from torch import nn

from attention.frontier.experts import MixtureOfExperts
from attention.models.hub_folder import Place
from attention.modern.latent import LatentAttention
from attention.modern.rotary import to_halves


def places_of_attention(
    layer: LatentAttention, theirs: str, ours: str
) -> dict[str, Place]:
    """Return where the tensors of a block's norms and attention go.

    Args:
        layer: The attention layer.
        theirs: The beginning of their names.
        ours: The beginning of the names of our parameters.
    """
    heads, plain, rotated = layer.num_heads, layer.head_dim, layer.rotary_dim
    latent = layer.latent_dim
    both = torch.arange(heads * (plain + rotated), device="cpu").view(heads, -1)
    turned = to_halves(both[:, plain:].flatten(), heads).view(heads, rotated)
    queries = torch.cat([both[:, :plain], turned], dim=1).flatten()
    restored = heads * (plain + layer.value_dim)
    keys_values = torch.arange(restored, device="cpu").view(heads, -1)
    first = torch.arange(latent + rotated, device="cpu")
    attention = f"{ours}attention."
    places: dict[str, Place] = {
        "input_layernorm.weight": f"{ours}norm_1.scale",
        "post_attention_layernorm.weight": f"{ours}norm_2.scale",
        "self_attn.kv_a_proj_with_mqa.weight": {
            f"{attention}W_latent.0.weight": first[:latent],
            f"{attention}W_rotary.weight": to_halves(first[latent:], 1),
        },
        "self_attn.kv_a_layernorm.weight": f"{attention}W_latent.1.scale",
        "self_attn.kv_b_proj.weight": {
            f"{attention}W_key.weight": keys_values[:, :plain].flatten(),
            f"{attention}W_value.weight": keys_values[:, plain:].flatten(),
        },
        "self_attn.o_proj.weight": f"{attention}out_proj.weight",
    }
    if isinstance(layer.W_query, nn.Sequential):
        places |= {
            "self_attn.q_a_proj.weight": f"{attention}W_query.0.weight",
            "self_attn.q_a_layernorm.weight": f"{attention}W_query.1.scale",
            "self_attn.q_b_proj.weight": {f"{attention}W_query.2.weight": queries},
        }
    else:
        places["self_attn.q_proj.weight"] = {f"{attention}W_query.weight": queries}
    return {theirs + name: place for name, place in places.items()}


def places_of_mlp(layer: nn.Module, theirs: str, ours: str) -> dict[str, str]:
    """Return where the tensors of a block's feed-forward network or experts go.

    Args:
        layer: The network, or the mixture.
        theirs: The beginning of their names.
        ours: The beginning of the names of our parameters.
    """
    networks = {"mlp": f"{ours}feed_forward"}
    places = {}
    if isinstance(layer, MixtureOfExperts):
        networks = {"mlp.shared_experts": f"{ours}feed_forward.shared"}
        for e in range(len(layer.experts)):
            networks[f"mlp.experts.{e}"] = f"{ours}feed_forward.experts.{e}"
        router = f"{ours}feed_forward.router"
        places["mlp.gate.weight"] = f"{router}.W_router.weight"
        places["mlp.gate.e_score_correction_bias"] = f"{router}.bias"
    for name, place in networks.items():
        for part in ("gate", "up", "down"):
            places[f"{name}.{part}_proj.weight"] = f"{place}.W_{part}.weight"
    return {theirs + name: place for name, place in places.items()}
