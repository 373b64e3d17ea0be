"""gpt-oss to LFM2: models of sinks, experts of other kinds, chunks and states."""

import torch
from torch import nn

from attention import Decoder
from attention.frontier.clamped_swiglu import ClampedSwiGLU
from tests.attention.gallery.case import ROPE, Case
from tests.attention.gallery.dense_cases import wider_window


def without_sinks(model: Decoder) -> None:
    for block in model.blocks:
        nn.init.constant_(block.attention.attend.sinks, -torch.inf)


def gate_and_up_as_halves(model: Decoder) -> None:
    """Read a tensor of gate, up, gate, up, … as if all gates came first."""
    for expert in model.modules():
        if isinstance(expert, ClampedSwiGLU):
            for kind in ("weight", "bias"):
                gate, up = (getattr(m, kind) for m in (expert.W_gate, expert.W_up))
                first, last = torch.stack([gate, up], dim=1).flatten(0, 1).chunk(2)
                gate.data.copy_(first.clone())
                up.data.copy_(last.clone())


YARN = ROPE | {
    "rope_type": "yarn",
    "factor": 8.0,
    "original_max_position_embeddings": 32,
    "beta_fast": 4.0,
    "beta_slow": 1.0,
    "truncate": False,
}
SINKS = {"num_local_experts": 4, "num_experts_per_tok": 2, "sliding_window": 20}
CASES = {
    "gpt_oss": Case(
        "gpt_oss",
        SINKS | {"head_dim": 10, "rope_parameters": YARN, "swiglu_limit": 1.0},
        {
            "no sinks": without_sinks,
            "gate and up as halves": gate_and_up_as_halves,
            "W + 1 keys": wider_window,
        },
    ),
}
