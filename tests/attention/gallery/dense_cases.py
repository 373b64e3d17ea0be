"""Mistral to Command R7B: models of attention alone."""

from attention import Decoder, SlidingWindow
from tests.attention.gallery.case import ROPE, Case

HEADS = {"head_dim": 10, "rope_parameters": ROPE}


def wider_window(model: Decoder) -> None:
    for block in model.blocks:
        if isinstance(block.attention.mask, SlidingWindow):
            block.attention.mask = SlidingWindow(block.attention.mask.window + 1)


def without_qk_norm(model: Decoder) -> None:
    for block in model.blocks:
        layer = block.attention
        layer.W_query, layer.W_key = layer.W_query.projection, layer.W_key.projection


EXPERTS = {"num_experts": 6, "num_experts_per_tok": 3, "moe_intermediate_size": 10}
CASES = {
    "mistral": Case(
        "mistral", HEADS | {"sliding_window": 20}, {"W + 1 keys": wider_window}
    ),
    "qwen3": Case("qwen3", HEADS, {"no QK-norm": without_qk_norm}),
    "qwen3_moe": Case(
        "qwen3_moe",
        HEADS | EXPERTS | {"norm_topk_prob": True},
        {"no QK-norm": without_qk_norm},
    ),
}
