"""MiniMax-01: seven layers of lightning attention, then one of softmax (MiniMax, 2025).

Section 2: half of each head is turned in the layers of softmax, two of 32 experts are
chosen, and the residual passes through the norms, with constants. transformers stores
queries, keys and values of lightning attention in one tensor, head by head. It turns
whole heads whatever a config says (5.23), so that is what was compared.
"""

import re
from functools import partial

from torch import Tensor, nn

from attention.frontier.experts import Router
from attention.frontier.normed_residual import NormedResidualBlock
from attention.frontier.rms_norm import RMSNorm
from attention.gallery.minimax_m2 import EXPERTS
from attention.gallery.mixtures import mixture
from attention.gallery.parts import (
    FULL,
    LINEAR,
    Model,
    attention,
    decoder,
    head_dim,
    kinds_among,
    rotary,
)
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.decoder import Decoder
from attention.recurrent.lightning import LightningAttention


def minimax(c: Settings) -> Decoder:
    """Return a MiniMax-01 with the sizes and constants of a config."""
    c.must(hidden_act="silu", sliding_window=None)
    c.note("block_size")  # tokens of a chunk, which change no result
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c, partial=1.0)
    kinds, last = kinds_of(c), c.num_hidden_layers - 1

    def lightning(number: int) -> nn.Module:
        rate = 1 - number / (last + 1e-5) + 1e-5
        sizes = c.num_attention_heads, head_dim(c), rate
        return LightningAttention(c.hidden_size, c.hidden_size, *sizes)

    def block(number: int) -> nn.Module:
        full = kinds[number] == FULL
        layer = attention(c, rotary=turn) if full else lightning(number)
        kind = "full_attn" if full else "linear_attn"
        factors = *factors_of(c, kind), *factors_of(c, "mlp")
        router = Router(c.hidden_size, c.num_local_experts, c.num_experts_per_tok)
        experts = mixture(c, router, c.intermediate_size)
        return NormedResidualBlock(c.hidden_size, layer, experts, norm, factors)

    return decoder(c, block, norm)


def factors_of(c: Settings, part: str) -> tuple[float, float]:
    """Return what multiplies the normed stream, and what a part makes of it."""
    alpha, beta = (c.get(f"{part}_{n}_factor", 1.0) for n in ("alpha", "beta"))
    return float(alpha), float(beta)


def kinds_of(c: Settings) -> list[str]:
    """Return the kind of each layer, by turns if the config does not say."""
    usual = [(FULL, LINEAR)[i % 2] for i in range(c.num_hidden_layers)]
    return kinds_among(c, usual)


def names(c: Settings) -> dict[str, str]:
    """Return the names of tensors, which depend on the kind of a layer."""
    linear = [i for i, kind in enumerate(kinds_of(c)) if kind == LINEAR]
    return {
        **{rf"blocks\.{i}\.attention": f"blocks.{i}.lightning" for i in linear},
        r"lightning\.W_(query|key|value)": "self_attn.qkv_proj",
        r"lightning\.W_gate": "self_attn.output_gate",
        r"lightning": "self_attn",
        **EXPERTS,
        **llama.NAMES,
    }


def change(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return queries, keys or values of lightning attention, or the tensor."""
    found = re.match(r"blocks\.(\d+)\.attention\.W_(query|key|value)", ours)
    if found is None or kinds_of(c)[int(found[1])] == FULL:
        return tensor
    parts = tensor.unflatten(0, (c.num_attention_heads, 3, -1))
    return parts[:, ["query", "key", "value"].index(found[2])].flatten(0, 1)


TABLES = (".slope_rate", ".query_decay", ".key_decay", ".diagonal_decay")
MODEL = Model(minimax, names, change, TABLES)
