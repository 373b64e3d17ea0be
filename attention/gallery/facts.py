"""What a model of the gallery is, read off the model that was made.

So no row of a table can disagree with the code. Layers that are equal in every fact
have one letter: a model with five windows and then none is AAAAAB.
"""

import math
from collections.abc import Mapping
from functools import singledispatch
from typing import Any, NamedTuple

from torch import nn

from attention.frontier.blocks import OnePartBlock, ParallelBlock, SandwichBlock
from attention.frontier.clamped_swiglu import ClampedSwiGLU
from attention.frontier.experts import GatedExpert, MixtureOfExperts
from attention.frontier.normed_residual import NormedResidualBlock
from attention.frontier.scaling import SoftCap, Times
from attention.frontier.swiglu import SwiGLU
from attention.gallery.counts import (
    Kept,
    embedding_of,
    kept_by_layers,
    mask_of,
    window_of,
)
from attention.models.attention import Attention
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.core import AttentionCore
from attention.modern.gated import GatedAttention
from attention.modern.latent import LatentAttention
from attention.modern.qk_norm import NormedHeads
from attention.modern.rotary_positions import RotaryPositions
from attention.modern.temperature import PositionTemperature
from attention.recurrent.gated_convolution import GatedConvolution
from attention.recurrent.gated_delta_net import GatedDeltaNet
from attention.recurrent.indexer import SelectiveAttention
from attention.recurrent.lightning import LightningAttention
from attention.recurrent.mamba import Mamba2
from attention.recurrent.selective_latent import SelectiveLatentAttention

Facts = dict[str, str]


class Description(NamedTuple):
    """Facts of a model.

    Attributes:
        whole: Those of the model, each by its name.
        letters: A letter for each layer, from the first one on.
        layers: Those of the layers of a letter.
    """

    whole: Mapping[str, str]
    letters: str
    layers: Mapping[str, Mapping[str, str]]


def describe(model: Decoder) -> Description:
    """Return the facts of a model.

    Args:
        model: A model, with numbers or without.
    """
    table = embedding_of(model)
    kinds: dict[str, tuple[str, Facts]] = {}
    letters = ""
    for block, kept in zip(model.blocks, kept_by_layers(model), strict=True):
        facts = block_facts(block) | {"cache": cache_facts(kept)}
        letter = chr(ord("A") + len(kinds))
        letters += kinds.setdefault(str(facts), (letter, facts))[0]
    whole = {
        "layers": str(len(letters)),
        "width": f"{table.embedding_dim:,}",
        "vocabulary": f"{table.num_embeddings:,}",
        "embeddings": after_facts(model.tok_emb) or "as they are",
        "logits": after_facts(model.out_head) or "as they are",
        "output table": "tied" if is_tied(model) else "of its own",
        "last norm": type(model.final_norm).__name__,
    }
    return Description(whole, letters, dict(kinds.values()))


def is_tied(model: Decoder) -> bool:
    """Return whether the logits are products with the embeddings."""
    tables = (m for m in model.out_head.modules() if isinstance(m, nn.Linear))
    return next(tables).weight is embedding_of(model).weight


def after_facts(module: nn.Module) -> str:
    """Return what follows a table, in words, or nothing."""
    words = []
    for each in module.children():
        if isinstance(each, Times):
            words.append(f"times {each.factor:.4g}")
        if isinstance(each, SoftCap):
            words.append(f"capped at {each.cap:g}")
    return ", ".join(words)


@singledispatch
def block_facts(block: nn.Module) -> Facts:
    """Return the facts of a block: its norms, and those of its parts."""
    raise TypeError(f"block must be one of the gallery's. Got {type(block).__name__}.")


@block_facts.register
def _(block: TransformerBlock) -> Facts:
    norms = f"{type(block.norm_1).__name__} before"
    return {"norms": norms} | parts_facts(block)


@block_facts.register
def _(block: SandwichBlock) -> Facts:
    places = {"before": block.norm_1, "after": block.after_1}
    norms = [
        f"{type(norm).__name__} {place}"
        for place, norm in places.items()
        if not isinstance(norm, nn.Identity)
    ]
    factor = {} if block.factor == 1 else {"each part adds": f"times {block.factor:g}"}
    return {"norms": ", ".join(norms)} | factor | parts_facts(block)


@block_facts.register
def _(block: ParallelBlock) -> Facts:
    norms = f"{type(block.norm_1).__name__} before both parts, side by side"
    return {"norms": norms} | parts_facts(block)


@block_facts.register
def _(block: NormedResidualBlock) -> Facts:
    norms = f"{type(block.norm_1).__name__} before, within the residual"
    alpha, beta, gamma, delta = (f"{factor:g}" for factor in block.factors)
    sums = f"{alpha} to {beta}, {gamma} to {delta}"
    return {"norms": norms, "residual to part": sums} | parts_facts(block)


@block_facts.register
def _(block: OnePartBlock) -> Facts:
    part = block.part
    attends = hasattr(part, "forward_with_cache")
    facts = attention_facts(part) if attends else network_facts(part)
    return {"norms": f"{type(block.norm_1).__name__} before", **facts}


def parts_facts(block: Any) -> Facts:
    """Return the facts of the two parts of a block."""
    return attention_facts(block.attention) | network_facts(block.feed_forward)


@singledispatch
def attention_facts(layer: nn.Module) -> Facts:
    """Return the facts of a layer that looks at other tokens."""
    return {"attention": type(layer).__name__}


@attention_facts.register
def _(layer: Attention) -> Facts:
    heads, groups = layer.num_heads, layer.num_kv_groups
    facts = {
        "attention": f"{heads} heads of {layer.head_dim}, {groups} keys",
        "positions": rotary_facts(layer.rotary),
        "attends to": reach_facts(layer),
    }
    query: Any = layer.W_query
    if isinstance(query, NormedHeads):
        over = "over all heads" if query.num_heads == 1 else "in each head"
        scaled = any(True for _ in query.norm.parameters())
        facts["QK-norm"] = over if scaled else f"{over}, without a scale"
        query = query.projection
    biases = {"queries, keys, values": query.bias, "output": bias_of(layer.out_proj)}
    named = [name for name, bias in biases.items() if bias is not None]
    return facts | ({"biases": ", ".join(named)} if named else {}) | core_facts(layer)


@attention_facts.register
def _(layer: LatentAttention) -> Facts:
    plain, turned = layer.head_dim, layer.rotary_dim
    return {
        "attention": f"{layer.num_heads} heads of {plain} + {turned}, "
        f"latent {layer.latent_dim}",
        "positions": rotary_facts(layer.rotary),
        "attends to": reach_facts(layer),
    } | core_facts(layer)


@attention_facts.register
def _(layer: GatedAttention) -> Facts:
    return attention_facts(layer.attention) | {"gate": "of each feature"}


@attention_facts.register
def _(layer: SelectiveAttention | SelectiveLatentAttention) -> Facts:
    return attention_facts(layer.attention) | {
        "attends to": f"the best {layer.top_k:,}"
    }


@attention_facts.register
def _(layer: GatedDeltaNet) -> Facts:
    states = f"{layer.num_heads} states of {layer.key_dim} by {layer.value_dim}"
    facts = {"attention": f"gated delta rule, {states}, {layer.num_key_heads} keys"}
    decays = [m for m in layer.W_decay.modules() if isinstance(m, nn.Linear)][-1]
    each = "head" if decays.out_features == layer.num_heads else "channel"
    return facts | {"decay": f"of each {each}"}


@attention_facts.register
def _(layer: Mamba2) -> Facts:
    wide, of_state, _ = layer.widths
    sides = f"{of_state // layer.num_groups} by {wide // layer.num_heads}"
    return {"attention": f"Mamba-2, {layer.num_heads} states of {sides}"}


@attention_facts.register
def _(layer: LightningAttention) -> Facts:
    width = layer.W_query.out_features // layer.num_heads
    return {"attention": f"lightning, {layer.num_heads} states of {width} by {width}"}


@attention_facts.register
def _(layer: GatedConvolution) -> Facts:
    return {"attention": f"gated convolution of {layer.conv.kernel_size[0]} tokens"}


def bias_of(module: nn.Module) -> object:
    """Return the bias of a projection, or None."""
    return getattr(module, "bias", None)


def reach_facts(layer: nn.Module) -> str:
    """Return which keys a query attends to, in words."""
    bound = window_of(layer)
    kind = "the last" if hasattr(mask_of(layer), "window") else "its chunk of"
    return "all before it" if bound is None else f"{kind} {bound:,}"


def rotary_facts(rotary: Any) -> str:
    """Return what positions are, in words."""
    if rotary is None:
        return "none"
    if not isinstance(rotary, RotaryPositions):
        return type(rotary).__name__
    if not any(rotary.frequencies):
        return "none"
    turned, slowest = 2 * len(rotary.frequencies), min(rotary.frequencies)
    share = "" if turned == rotary.width else f", {turned} of {rotary.width} features"
    length = "" if rotary.length == 1 else f", vectors times {rotary.length:.4g}"
    return f"rotary, slowest turn {2 * math.pi / slowest:,.0f}{share}{length}"


def core_facts(layer: Any) -> Facts:
    """Return what a core does to scores besides dividing them."""
    core = layer.attend
    if isinstance(core, PositionTemperature) and core.scale:
        return {"scores": f"sharper every {core.steps:,} positions"}
    if not isinstance(core, AttentionCore):
        return {}
    facts = []
    if not math.isclose(core.factor, 1.0):
        facts.append(f"times {core.factor:.4g}")
    if core.cap is not None:
        facts.append(f"capped at {core.cap:g}")
    if core.sinks is not None:
        facts.append("a sink for each head")
    return {"scores": ", ".join(facts)} if facts else {}


@singledispatch
def network_facts(network: nn.Module) -> Facts:
    """Return the facts of a feed-forward network."""
    return {"feed-forward": type(network).__name__}


@network_facts.register
def _(network: SwiGLU | ClampedSwiGLU) -> Facts:
    hidden = network.W_up.out_features
    return {"feed-forward": f"{type(network).__name__} of {hidden:,}"}


@network_facts.register
def _(network: GatedExpert) -> Facts:
    inner = network_facts(network.expert)["feed-forward"]
    return {"feed-forward": f"{inner}, gated"}


@network_facts.register
def _(network: MixtureOfExperts) -> Facts:
    router: Any = network.router
    each = network_facts(network.experts[0])["feed-forward"]
    facts = {
        "feed-forward": each,
        "experts": f"{router.top_k} of {len(network.experts)}",
        "router": type(router).__name__,
    }
    if network.weigh_inputs:
        facts["experts"] += ", of weighed inputs"
    if network.shared is not None:
        facts["shared expert"] = network_facts(network.shared)["feed-forward"]
    return facts


def cache_facts(kept: Kept) -> str:
    """Return what the cache of a layer keeps, in words."""
    words = [f"{kept.growing:,} a token"] if kept.growing else []
    words += [f"{kept.fixed:,} in all"] if kept.fixed else []
    return ", ".join(words) or "nothing"
