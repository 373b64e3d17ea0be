"""DeepSeek-V3, and Kimi K2, which has its form; DeepSeek-V3.2, whose queries choose.

Kimi Team (2025), Kimi K2, section 2.3: half as many heads, half again as many experts,
one dense block and no groups. DeepSeek-V3.2 (2025) adds an indexer to each layer. The
layer turns pairs of neighbours, the indexer pairs of halves. Modules for more than one
token at once are not read.
"""

from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.mixtures import deepseek_mixture
from attention.gallery.parts import Model, decoder, rotary
from attention.gallery.settings import Settings
from attention.loaders import deepseek as loader
from attention.loaders.rotary_config import score_factor_of
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.core import AttentionCore
from attention.modern.latent import LatentAttention
from attention.modern.rotary_positions import RotaryPositions
from attention.recurrent.indexer import Indexer
from attention.recurrent.selective_latent import SelectiveLatentAttention

NORM = partial(RMSNorm, eps=1e-6)  # of compressed vectors, whatever a config says


def latent(c: Settings, turn: nn.Module, **parts: Any) -> LatentAttention:
    """Return latent attention of a config's sizes, with norms of what is compressed.

    Args:
        c: The entries of a config.
        turn: What turns the rotary part.
        parts: Arguments of `LatentAttention` by name.
    """
    width, heads, compressed = c.hidden_size, c.num_attention_heads, c.kv_lora_rank
    plain, turned = c.qk_nope_head_dim, c.qk_rope_head_dim
    c.note("num_key_value_heads", "head_dim", "qk_head_dim")  # said by the others
    layer = LatentAttention(
        *(width, width, c.max_position_embeddings, 0.0, heads),
        *(plain, compressed, turned),
        rotary=turn,
        value_dim=c.v_head_dim,
        **parts,
    )
    layer.W_latent = nn.Sequential(layer.W_latent, NORM(compressed))
    if (rank := c.get("q_lora_rank")) is not None:
        down = nn.Linear(width, rank, bias=False)
        up = nn.Linear(rank, heads * (plain + turned), bias=False)
        layer.W_query = nn.Sequential(down, NORM(rank), up)
    return layer


def deepseek(c: Settings) -> Decoder:
    """Return a DeepSeek-V3, V3.2 or Kimi K2 with the sizes of a config."""
    c.must(
        hidden_act="silu", attention_bias=False, mlp_bias=False, rope_interleave=True
    )
    c.need("n_group", "topk_group", "routed_scaling_factor", "first_k_dense_replace")
    c.note("ep_size", "num_nextn_predict_layers", "aux_loss_alpha", "seq_aux")
    c.note("layer_types", "mlp_layer_types")  # said by first_k_dense_replace
    norm, turn = (
        partial(RMSNorm, eps=c.rms_norm_eps),
        rotary(c, width=c.qk_rope_head_dim),
    )
    core = AttentionCore(score_factor_of(c.config))
    top_k, num_dense = c.get("index_topk"), c.get("first_k_dense_replace", 0)

    def selective(layer: LatentAttention) -> nn.Module:
        turned, width, length = c.qk_rope_head_dim, c.index_head_dim, turn.length
        omega = torch.tensor(turn.frequencies, dtype=torch.float64, device="cpu")
        longest = c.max_position_embeddings
        first = RotaryPositions(
            longest, turned, frequencies=omega, width=width, length=length
        )
        sizes = c.hidden_size, c.index_n_heads, width
        indexer = Indexer(*sizes, query_dim=c.q_lora_rank, rotary=first)
        indexer.W_key = nn.Sequential(indexer.W_key, nn.LayerNorm(width, eps=1e-6))
        return SelectiveLatentAttention(layer, indexer, top_k)

    def block(number: int) -> nn.Module:
        layer = latent(c, turn, attend=core)
        layer = layer if top_k is None else selective(layer)
        dense = number < num_dense
        network = SwiGLU(c.hidden_size, c.intermediate_size) if dense else None
        network = deepseek_mixture(c) if network is None else network
        return TransformerBlock(c.hidden_size, layer, network, norm=norm)

    return decoder(c, block, norm)


NAMES = {
    r"attention\.attention": "attention",
    r"attention\.indexer\.W_query": "self_attn.indexer.wq_b",
    r"attention\.indexer\.W_key\.0": "self_attn.indexer.wk",
    r"attention\.indexer\.W_key\.1": "self_attn.indexer.k_norm",
    r"attention\.indexer\.W_weight": "self_attn.indexer.weights_proj",
    **loader.NAMES,
}


def change(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return our parameter, from the tensor that holds it."""
    if ".attention." not in ours or ".indexer." in ours:
        return tensor
    sizes = c.num_attention_heads, c.qk_nope_head_dim, c.kv_lora_rank
    return loader.part_of_latent(ours, tensor, *sizes)


MODEL = Model(deepseek, NAMES, change)
