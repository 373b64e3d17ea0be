"""Llama 4's text model: chunks of positions, layers without any, and weighed inputs.

After transformers' Llama4TextConfig and its model (Meta, 2025: Scout and Maverick). In
three of four layers a query attends within its chunk, turned; in the fourth to all keys
before it, without positions and with a temperature. In Scout, queries and keys that are
turned are normalised without a scale. transformers does so after turning, which changes
no length, so here it happens before. One expert is chosen, and its weight multiplies
its input. The vision tower is not read.
"""

import re
from functools import partial

from torch import Tensor, nn

from attention.causal.masks import causal_mask
from attention.frontier.experts import SigmoidRouter
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.mixtures import mixture
from attention.gallery.parts import Model, attention, decoder, rotary
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.chunked import ChunkedMask
from attention.modern.qk_norm import add_qk_norm
from attention.modern.rotary import to_halves
from attention.modern.temperature import PositionTemperature


def llama4(c: Settings) -> Decoder:
    """Return a Llama 4 with the sizes of a config."""
    c.must(hidden_act="silu", attention_bias=False)
    c.need("attention_chunk_size")
    c.note("intermediate_size_mlp")  # of dense blocks, if there are
    c.note("layer_types", "for_llm_compression")  # what no_rope_layers says
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c)
    step, layers = c.get("interleave_moe_layer_step", 1), range(c.num_hidden_layers)
    sparse = c.get("moe_layers", layers[step - 1 :: step])
    every = c.get("no_rope_layer_interval", 4)
    turned = c.get("no_rope_layers") or [(i + 1) % every for i in layers]
    unit = partial(nn.RMSNorm, eps=c.rms_norm_eps, elementwise_affine=False)

    def local() -> nn.Module:
        chunk = c.get("attention_chunk_size")
        mask = causal_mask if chunk is None else ChunkedMask(chunk)
        layer = attention(c, rotary=turn, mask=mask)
        return add_qk_norm(layer, unit) if c.get("use_qk_norm", True) else layer

    def everywhere() -> nn.Module:
        steps, scale = int(c.get("floor_scale", 8192)), c.get("attn_scale", 0.1)
        scale = scale if c.get("attn_temperature_tuning", True) else 0.0
        return attention(c, attend=PositionTemperature(steps, scale))

    def network(number: int) -> nn.Module:
        if number not in sparse:
            return SwiGLU(c.hidden_size, c.intermediate_size_mlp)
        sizes = c.hidden_size, c.num_local_experts, c.num_experts_per_tok
        shared = SwiGLU(c.hidden_size, c.intermediate_size)
        return mixture(c, SigmoidRouter(*sizes), c.intermediate_size, shared, True)

    def block(number: int) -> nn.Module:
        layer = local() if turned[number] else everywhere()
        return TransformerBlock(c.hidden_size, layer, network(number), norm=norm)

    return decoder(c, block, norm)


NAMES = {
    r"experts\.\d+\.W_(gate|up)\.weight": "experts.gate_up_proj",
    r"experts\.\d+\.W_down\.weight": "experts.down_proj",
    r"router\.W_router": "router",
    r"feed_forward\.shared": "feed_forward.shared_expert",
    **{ours: theirs for ours, theirs in llama.NAMES.items() if ours != "feed_forward"},
    r"projection\.": "",
}


def change(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return our parameter, from the tensor that holds it."""
    if "W_query" in ours:
        return to_halves(tensor, c.num_attention_heads)
    if "W_key" in ours:
        return to_halves(tensor, c.num_key_value_heads)
    if (found := re.search(r"experts\.(\d+)\.W_(\w+)", ours)) is None:
        return tensor
    part = tensor[int(found[1])].mT
    return part if found[2] == "down" else part.chunk(2)[found[2] == "up"]


MODEL = Model(llama4, NAMES, change)
