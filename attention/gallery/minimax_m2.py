"""MiniMax-M2: GLM-4.5 without dense blocks, biases and shared experts (MiniMax, 2025).

Half of each head is turned, as far as rotary_dim or partial_rotary_factor says; queries
and keys are normalised over all heads together, as in OLMo 2, and 8 of 256 experts
are chosen as in DeepSeek-V3. After the lightning attention of MiniMax-01 all layers
attend to all keys again. The layers for more than one token at once are not read.
"""

from functools import partial

from torch import nn

from attention.frontier.deepseek_router import DeepSeekRouter
from attention.frontier.rms_norm import RMSNorm
from attention.gallery.mixtures import mixture
from attention.gallery.parts import QK_NORM, Model, attention, decoder, rotary
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.qk_norm import add_qk_norm


def minimax_m2(c: Settings) -> Decoder:
    """Return a MiniMax-M2 with the sizes of a config."""
    c.must(hidden_act="silu", scoring_func="sigmoid", use_routing_bias=True)
    c.must(use_qk_norm=True, qk_norm_type="per_layer", shared_intermediate_size=0)
    c.must(attn_type_list=[1] * c.num_hidden_layers)  # in older files
    c.note("use_mtp", "num_mtp_modules", "mtp_transformer_layers")
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c, partial=1.0)

    def block(number: int) -> nn.Module:
        layer = add_qk_norm(attention(c, rotary=turn), norm, over_all=True)
        num_experts, top_k = c.num_local_experts, c.num_experts_per_tok
        router = DeepSeekRouter(c.hidden_size, num_experts, top_k)
        experts = mixture(c, router, c.intermediate_size)
        return TransformerBlock(c.hidden_size, layer, experts, norm=norm)

    return decoder(c, block, norm)


EXPERTS = {  # as in Mixtral
    r"feed_forward\.router\.W_router": "block_sparse_moe.gate",
    r"feed_forward\.router\.bias": "block_sparse_moe.e_score_correction_bias",
    r"feed_forward\.(.*)\.W_gate": r"block_sparse_moe.\1.w1",
    r"feed_forward\.(.*)\.W_up": r"block_sparse_moe.\1.w3",
    r"feed_forward\.(.*)\.W_down": r"block_sparse_moe.\1.w2",
}
MODEL = Model(minimax_m2, QK_NORM | EXPERTS | llama.NAMES)
