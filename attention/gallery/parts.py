"""What most models of this room have in common, made from the entries of a config.

The entries have the names that transformers gives them.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from torch import Tensor, nn

from attention.causal.masks import MaskRule, causal_mask
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.loaders.config_file import Config
from attention.loaders.rotary_config import rotary_of
from attention.models.attention import Attention
from attention.models.decoder import Decoder
from attention.modern.rotary_positions import RotaryPositions
from attention.modern.window import SlidingWindow

FULL, WINDOWED, LINEAR = "full_attention", "sliding_attention", "linear_attention"
# Names of norms of queries and keys, to stand before those of Llama.
QK_NORM = {
    "attention.W_query.norm.scale": "self_attn.q_norm.weight",
    "attention.W_key.norm.scale": "self_attn.k_norm.weight",
    "projection.": "",
}
# Of a table and an output that another module follows.
WRAPPED = {r"tok_emb\.0": "tok_emb", r"out_head\.0": "out_head"}
ROTARY = ("rope_parameters", "rope_scaling", "rope_theta", "rope_local_base_freq")


def as_it_is(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return a tensor of a checkpoint, which is one parameter of ours."""
    return tensor


class Model(NamedTuple):
    """How a model is made from its config, and filled from its tensors.

    Attributes:
        make: What returns the model, from the entries of its config.
        names: Patterns in the names of our parameters, and what stands there in those
            of the tensors, as in `attention.loaders.checkpoint.fill`; or what returns
            them from the entries, where layers of two kinds have one name.
        change: What makes a parameter from the entries, its name and its tensor.
        unread: Ends of names of tensors that the model computes, such as tables.
    """

    make: Callable[[Settings], Decoder]
    names: Mapping[str, str] | Callable[[Settings], Mapping[str, str]] = llama.NAMES
    change: Callable[[Settings, str, Tensor], Tensor] = as_it_is
    unread: tuple[str, ...] = ()


def head_dim(c: Settings) -> int:
    """Return the features of a head: head_dim, or hidden_size shared by all heads."""
    return c.get("head_dim", c.hidden_size // c.num_attention_heads)


def attention(c: Settings, **parts: Any) -> Attention:
    """Return an attention layer of the config's sizes, without biases.

    Args:
        c: The entries of a config.
        parts: Arguments of `Attention` by name, such as rotary and mask.
    """
    heads = c.num_attention_heads
    groups = c.get("num_key_value_heads", heads)
    sizes = c.hidden_size, c.hidden_size, c.max_position_embeddings
    usual: dict[str, Any] = {"num_kv_groups": groups, "out_bias": False}
    return Attention(*sizes, 0.0, heads, **usual | {"head_dim": head_dim(c)} | parts)


def rotary(
    c: Settings,
    kind: str | None = None,
    width: int | None = None,
    partial: float | None = None,
) -> RotaryPositions:
    """Return what turns queries and keys.

    Args:
        c: The entries of a config.
        kind: The layers that it is for, where layers of another kind turn otherwise:
            `rope_parameters` has an object for each kind, or in older files
            rope_local_base_freq is the base of windowed layers, and rope_scaling the
            rule of the others.
        width: Features of a query and a key; by default head_dim.
        partial: If given, partial_rotary_factor is the share of them that is turned, or
            in older files rotary_dim their number; if neither is there, this share is.

    Raises:
        ValueError: If there is no rope_theta, or as `rotary_of` does.
    """
    c.note(*ROTARY)
    entries = dict(c.config.entries)
    by_kind = entries.get("rope_parameters") or {}
    if kind in by_kind:
        entries["rope_parameters"] = by_kind[kind]
    elif kind == WINDOWED:
        base = entries.get("rope_local_base_freq") or entries.get("rope_theta")
        entries |= {"rope_theta": base, "rope_scaling": None}
    width = head_dim(c) if width is None else width
    if partial is not None:
        share = c.get("rotary_dim", width * partial) / width
        entries["partial_rotary_factor"] = c.get("partial_rotary_factor", share)
    rules = Config(c.config.path, entries)
    known = entries.get("rope_parameters")
    known = known if isinstance(known, dict) else {}
    Config(c.config.path, entries | known).number("rope_theta")  # or it would be 10,000
    return rotary_of(
        rules, c.max_position_embeddings, width, partial=partial is not None
    )


def layer_kinds(
    c: Settings,
    full_every: int,
    other: str = WINDOWED,
    pattern: str = "sliding_window_pattern",
) -> list[str]:
    """Return of each layer whether it is a `FULL` one, or one of another kind.

    Args:
        c: The entries of a config, with layer_types, or with that named by pattern.
        full_every: The layers from a full one to the next, the last of them counted, if
            the config has neither.
        other: The other kind.
        pattern: The entry that says the same as full_every, in older files.

    Raises:
        ValueError: If there is not one kind for each layer, or another kind.
    """
    c.note("_sliding_window_pattern")
    every = c.get(pattern, full_every)
    layers = range(1, c.num_hidden_layers + 1)
    usual = [other if n % every else FULL for n in layers]
    return kinds_among(c, usual, other)


def kinds_among(
    c: Settings,
    usual: list[str],
    other: str = LINEAR,
    newer: Mapping[str, str] | None = None,
) -> list[str]:
    """Return of each layer whether it is a `FULL` one, or one of another kind.

    Args:
        c: The entries of a config.
        usual: The kinds, if the config has no layer_types.
        other: The other kind.
        newer: What kinds are called here, by what older files call them.

    Raises:
        ValueError: If there is not one kind for each layer, or another kind.
    """
    kinds = [(newer or {}).get(kind, kind) for kind in c.get("layer_types", usual)]
    if len(kinds) != c.num_hidden_layers or not set(kinds) <= {FULL, other}:
        raise ValueError(
            f"{c.config.path}: layer_types must be {FULL!r} or {other!r} for each "
            f"of {c.num_hidden_layers} layers. Got {kinds!r}."
        )
    return kinds


def mask_of(c: Settings, kind: str = WINDOWED) -> MaskRule:
    """Return the rule of a kind of layer; sliding_window may be null.

    Raises:
        ValueError: If the layer is windowed and sliding_window is missing.
    """
    window = c.get("sliding_window")
    if kind == FULL:
        return causal_mask
    c.need("sliding_window")
    return causal_mask if window is None else SlidingWindow(window)


def then(module: nn.Module, *more: nn.Module) -> Any:
    """Return a module that others follow, to stand in its place."""
    return nn.Sequential(module, *more)


def decoder(
    c: Settings,
    block: Callable[[int], nn.Module],
    norm: Callable[[int], nn.Module],
    tied: bool = False,
) -> Decoder:
    """Return a decoder without positions of its own.

    Args:
        c: The entries of a config.
        block: What makes a block from its number, counted from 0.
        norm: What makes the norm after the last block.
        tied: Whether the logits are products with the embeddings, unless
            tie_word_embeddings says so.
    """
    sizes = c.vocab_size, c.max_position_embeddings, c.hidden_size, c.num_hidden_layers
    tied = c.get("tie_word_embeddings", tied)
    return Decoder(*sizes, block, norm=norm, tied=tied)
