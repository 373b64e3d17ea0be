"""Mixtral: Mistral with experts in the place of the feed-forward network.

Jiang et al. (2024), Mixtral of Experts, section 2.1: two of eight experts a token, with
the softmax over the scores of these two.
"""

from functools import partial

from torch import nn

from attention.frontier.experts import Router
from attention.frontier.rms_norm import RMSNorm
from attention.gallery.mixtures import mixture
from attention.gallery.parts import Model, attention, decoder, mask_of, rotary
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder

NAMES = {
    r"experts\.(\d+)\.W_gate": r"experts.\1.w1",
    r"experts\.(\d+)\.W_up": r"experts.\1.w3",
    r"experts\.(\d+)\.W_down": r"experts.\1.w2",
    "feed_forward.router.W_router": "block_sparse_moe.gate",
    "feed_forward.experts": "block_sparse_moe.experts",
    **llama.NAMES,
}


def mixtral(c: Settings) -> Decoder:
    """Return a Mixtral with the sizes of a config."""
    c.must(hidden_act="silu")
    norm = partial(RMSNorm, eps=c.rms_norm_eps)
    turn, mask = rotary(c), mask_of(c)

    def block(number: int) -> nn.Module:
        layer = attention(c, rotary=turn, mask=mask)
        router = Router(c.hidden_size, c.num_local_experts, c.num_experts_per_tok)
        experts = mixture(c, router, c.intermediate_size)
        return TransformerBlock(c.hidden_size, layer, experts, norm=norm)

    return decoder(c, block, norm)


MODEL = Model(mixtral, NAMES)
