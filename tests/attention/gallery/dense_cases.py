"""Mistral to Command R7B: models of attention alone."""

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from attention import Decoder, MixtureOfExperts, RotaryPositions, SlidingWindow
from attention.causal.masks import causal_mask
from attention.frontier.blocks import ParallelBlock
from attention.models.block import TransformerBlock
from tests.attention.gallery.case import ROPE, Case

HEADS = {"head_dim": 10, "rope_parameters": ROPE}
WINDOW = {"sliding_window": 20}
EXPERTS = {"num_experts": 6, "num_experts_per_tok": 3, "moe_intermediate_size": 10}
GEMMA = HEADS | WINDOW | {"query_pre_attn_scalar": 30}
BOTH_BASES = {
    "sliding_attention": ROPE,
    "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6},
}
YARN = {
    "rope_type": "yarn",
    "rope_theta": 5e5,
    "factor": 8.0,
    "original_max_position_embeddings": 20,
}


def in_blocks(change: Callable[[Any], object]) -> Callable[[Decoder], None]:
    """Change each block of a model."""

    def spoil(model: Decoder) -> None:
        for block in model.blocks:
            change(block)

    return spoil


@in_blocks
def wider_window(block: Any) -> None:
    if isinstance(block.attention.mask, SlidingWindow):
        block.attention.mask = SlidingWindow(block.attention.mask.window + 1)


@in_blocks
def without_window(block: Any) -> None:
    block.attention.mask = causal_mask


@in_blocks
def without_qk_norm(block: Any) -> None:
    layer = block.attention
    for name in ("W_query", "W_key"):
        normed = getattr(layer, name)
        setattr(layer, name, getattr(normed, "projection", normed))


@in_blocks
def without_biases(block: Any) -> None:
    layer = block.attention
    for projection in (layer.W_query, layer.W_key, layer.W_value):
        projection.bias = None


@in_blocks
def without_output_bias(block: Any) -> None:
    block.attention.out_proj.bias = None


@in_blocks
def norms_before(block: Any) -> None:
    block.norm_1, block.after_1 = block.after_1, block.norm_1
    block.norm_2, block.after_2 = block.after_2, block.norm_2


@in_blocks
def norms_exchanged(block: Any) -> None:
    """What Llama calls post_attention_layernorm is before the network."""
    block.norm_2, block.after_1 = block.after_1, block.norm_2


@in_blocks
def heads_normed_alone(block: Any) -> None:
    layer = block.attention
    for name in ("W_query", "W_key"):
        whole = getattr(layer, name)
        scale, eps = whole.norm.scale, whole.norm.eps
        heads = len(scale) // layer.head_dim
        whole.head_dim = layer.head_dim
        whole.norm = Alone(scale.view(heads, layer.head_dim), eps)


class Alone(nn.Module):
    """A norm of each head, with a part of the scale of all."""

    def __init__(self, scale: torch.Tensor, eps: float):
        super().__init__()
        self.scale, self.eps = scale, eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean_square = x.square().mean(dim=-1, keepdim=True)
        return x * torch.rsqrt(mean_square + self.eps) * self.scale


def rotary_everywhere(model: Decoder) -> None:
    turns = [block.attention.rotary for block in model.blocks]
    turn = next(turn for turn in turns if turn is not None)
    in_blocks(lambda block: setattr(block.attention, "rotary", turn))(model)


def turned_by(**arguments: Any) -> Callable[[Decoder], None]:
    """Other rotary positions in layers without a window."""

    def change(block: Any) -> None:
        turn, layer = block.attention.rotary, block.attention
        if turn is not None and not isinstance(layer.mask, SlidingWindow):
            given = {"head_dim": turn.width} | arguments
            layer.rotary = RotaryPositions(turn.context_length, **given).double()

    return in_blocks(change)


def scales_less_one(model: Decoder) -> None:
    for name, parameter in model.named_parameters():
        if name.endswith("scale"):
            parameter.data -= 1


def unscaled(model: Decoder) -> None:
    in_blocks(lambda block: setattr(block.attention.attend, "factor", 1.0))(model)


def uncapped(model: Decoder) -> None:
    in_blocks(lambda block: setattr(block.attention.attend, "cap", None))(model)


def cap_of_logits_forgotten(model: Any) -> None:
    model.out_head = model.out_head[0]


def not_renormalised(model: Decoder) -> None:
    """Weights of the softmax over all experts."""
    for module in model.modules():
        if isinstance(module, MixtureOfExperts):
            router: Any = module.router

            def forward(x: torch.Tensor, router: Any = router) -> Any:
                weights = torch.softmax(router.W_router(x), dim=-1)
                best = weights.topk(router.top_k, dim=-1)
                return best.indices, best.values

            router.forward = forward


def in_turn(model: Decoder) -> None:
    """The network is given what attention has been added to."""
    for number, block in enumerate(model.blocks):
        assert isinstance(block, ParallelBlock)
        sequential = TransformerBlock(24, block.attention, block.feed_forward)
        sequential.norm_1 = sequential.norm_2 = block.norm_1
        model.blocks[number] = sequential


CASES = {
    "mistral": Case(
        "mistral",
        HEADS | WINDOW,
        {"W + 1 keys": wider_window, "no window": without_window},
    ),
    "mixtral": Case(
        "mixtral",
        HEADS | {"num_local_experts": 6, "num_experts_per_tok": 2},
        {"not renormalised": not_renormalised},
    ),
    "gemma2": Case(
        "gemma2",
        GEMMA,
        {
            "1 + w forgotten": scales_less_one,
            "scale 1/√d": unscaled,
            "logits not capped": cap_of_logits_forgotten,
            "norms by Llama's names": norms_exchanged,
            "W + 1 keys": wider_window,
        },
    ),
    "gemma3": Case(
        "gemma3_text",
        GEMMA | {"num_hidden_layers": 6, "rope_parameters": BOTH_BASES},
        {
            "1 + w forgotten": scales_less_one,
            "factor 8 forgotten": turned_by(base=1e6),
            "no QK-norm": without_qk_norm,
        },
    ),
    "qwen2": Case("qwen2", {"rope_parameters": ROPE}, {"no biases": without_biases}),
    "qwen3": Case("qwen3", HEADS, {"no QK-norm": without_qk_norm}),
    "qwen3_moe": Case(
        "qwen3_moe",
        HEADS | EXPERTS | {"norm_topk_prob": True},
        {"no QK-norm": without_qk_norm, "not renormalised": not_renormalised},
    ),
    "seed_oss": Case(
        "seed_oss",
        HEADS | {"attention_out_bias": True},
        {"no biases": without_biases, "no output bias": without_output_bias},
    ),
    "olmo2": Case(
        "olmo2",
        {"rope_parameters": ROPE},
        {"norms before": norms_before, "heads normed alone": heads_normed_alone},
    ),
    "olmo3": Case(
        "olmo3",
        WINDOW
        | {"rope_parameters": {"sliding_attention": ROPE, "full_attention": YARN}},
        {
            "norms before": norms_before,
            "heads normed alone": heads_normed_alone,
            "no YaRN": turned_by(base=5e5),
            "W + 1 keys": wider_window,
        },
    ),
    "phi3": Case(
        "phi3",
        {"rope_parameters": ROPE | {"partial_rotary_factor": 2 / 3}},
        {"all features turned": turned_by()},
    ),
    "smollm3": Case(
        "smollm3", {"rope_parameters": ROPE}, {"rotary everywhere": rotary_everywhere}
    ),
    "granite": Case(
        "granite",
        {
            "rope_parameters": ROPE,
            "attention_multiplier": 0.3,
            "residual_multiplier": 0.22,
            "embedding_multiplier": 12.0,
            "logits_scaling": 8.0,
        },
        {
            "scale 1/√d": unscaled,
            "no residual factor": in_blocks(lambda b: setattr(b, "factor", 1.0)),
        },
    ),
    "cohere2": Case(
        "cohere2",
        WINDOW | {"rope_parameters": ROPE},
        {"one part after the other": in_turn, "rotary everywhere": rotary_everywhere},
    ),
}
