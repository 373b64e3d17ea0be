"""Qwen3: Llama with norms of queries and keys, and in some sizes with experts.

Qwen3 Technical Report (2025), section 2: QK-norm in the place of the biases of Qwen2,
and mixtures without a shared expert.
"""

from functools import partial

from torch import nn

from attention.frontier.experts import Router
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.mixtures import mixture
from attention.gallery.parts import FULL, QK_NORM, Model, attention, decoder, rotary
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.qk_norm import add_qk_norm


def qwen3(c: Settings) -> Decoder:
    """Return a Qwen3 with the sizes of a config: dense, or with num_experts."""
    c.must(hidden_act="silu", attention_bias=False, use_sliding_window=False)
    c.must(norm_topk_prob=True, decoder_sparse_step=1, mlp_only_layers=[])
    c.must(layer_types=[FULL] * c.num_hidden_layers)
    c.note("sliding_window", "max_window_layers")  # of windows that are not used
    c.need("head_dim")
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c)
    num_experts = c.get("num_experts", c.get("num_local_experts"))

    def network() -> nn.Module:
        if num_experts is None:
            return SwiGLU(c.hidden_size, c.intermediate_size)
        c.note("intermediate_size")  # of layers without experts, which there are not
        router = Router(c.hidden_size, num_experts, c.num_experts_per_tok)
        return mixture(c, router, c.moe_intermediate_size)

    def block(number: int) -> nn.Module:
        layer = add_qk_norm(attention(c, rotary=turn), norm)
        return TransformerBlock(c.hidden_size, layer, network(), norm=norm)

    return decoder(c, block, norm)


MODEL = Model(qwen3, QK_NORM | {"router.W_router": "gate"} | llama.NAMES)
