"""What is right for the tasks that ask for a layer: the package's, with its weights.

What goes wrong in attention, the diagnosis knows. Here is what a task asks besides.
"""

from typing import Any

import torch
from torch import Tensor, nn

from attention.models.attention import Attention
from attention.models.block import TransformerBlock
from attention.models.feed_forward import FeedForward
from attention.modern.rotary_positions import RotaryPositions
from attention.multi_head.cross_attention import CrossAttention
from attention.multi_head.multi_head_attention import MultiHeadAttention
from attention.practice.functions import Ways

LONGEST = 64


def alike(layer: Any, answer: nn.Module) -> Any:
    """Return a layer with the parameters of another one."""
    layer.load_state_dict(dict(answer.named_parameters()))  # an answer may add buffers
    return layer.eval()


def heads(answer: nn.Module) -> Ways:
    """Return causal attention in heads."""
    return {"right": alike(Attention(10, 12, LONGEST, 0.0, 3), answer)}


def cross(answer: nn.Module) -> Ways:
    """Return attention to another sequence, and what comes of its padding."""
    layer = alike(CrossAttention(10, 12, 0.0, 3, d_source=7), answer)
    return {
        "right": lambda x, context, mask: layer(x, context, None, mask[:, None]),
        "pad": lambda x, context, mask: layer(x, context),
        "inverted": lambda x, context, mask: layer(x, context, None, ~mask[:, None]),
    }


def cache(answer: nn.Module) -> Ways:
    """Return causal attention with the cache of the package."""
    layer = Attention(10, 12, LONGEST, 0.0, 3)
    return {"right": alike(layer, answer).forward_with_cache}


def rotary(answer: nn.Module) -> Ways:
    """Return causal heads that turn queries and keys, and heads that turn nothing."""
    turned = Attention(10, 24, LONGEST, 0.0, 3, rotary=RotaryPositions(LONGEST, 8))
    plain = Attention(10, 24, LONGEST, 0.0, 3)
    return {
        "right": alike(turned, answer).forward_with_cache,
        "turn=none": alike(plain, answer).forward_with_cache,
    }


def grouped(answer: nn.Module) -> Ways:
    """Return causal heads in groups."""
    layer = Attention(10, 24, LONGEST, 0.0, 6, num_kv_groups=2)
    return {"right": alike(layer, answer)}


def block(answer: Any) -> Ways:
    """Return a block as in GPT-2, and blocks of the same parts in other orders."""
    attention = MultiHeadAttention(12, 12, LONGEST, 0.0, 3)
    right = alike(TransformerBlock(12, attention, FeedForward(12, 48)), answer)
    norm, attend = right.norm_1, right.attention
    other, think = right.norm_2, right.feed_forward

    def add(x: Tensor, part: Any, before: Any = lambda x: x) -> Tensor:
        return x + part(before(x))

    return {
        "right": right,
        "block=first": lambda x: add(attend(norm(x)), think, other),
        "block=second": lambda x: think(other(add(x, attend, norm))),
        "block=post": lambda x: other(add(norm(add(x, attend)), think)),
        "block=one-norm": lambda x: add(add(x, attend, norm), think, norm),
        "block=no-norm": lambda x: add(add(x, attend), think),
        "block=parallel": lambda x: add(x, attend, norm) + think(other(x)),
    }


def in_pieces(layer: Any, x: Tensor, pieces: tuple[int, ...]) -> Tensor:
    """Return what a layer with a cache gives for a text that comes in pieces."""
    kept, outs = None, []
    for piece in x.split(pieces, dim=1):
        out, kept = layer(piece, kept)
        outs.append(out)
    return torch.cat(outs, dim=1)
