"""What is timed: one computation in several forms, the first being the measure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from attention import (
    GPT,
    FusedMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    causal_mask,
    linear_step,
    scaled_dot_product_attention,
    tiled_attention,
)

Run = Callable[[], Sequence[Tensor]]
Case = tuple[dict[str, Any], Mapping[str, Run]]  # what it is about; its forms

NO_WEIGHTS = "nn.MultiheadAttention(need_weights=False)"
FEW = ("SDPA", "FusedMultiHeadAttention", NO_WEIGHTS, "MultiHeadAttention")

sdpa = partial(F.scaled_dot_product_attention, is_causal=True)
tiled = partial(tiled_attention, causal=True)


class SDPA(nn.Module):
    """Projections to queries, keys and values, one or three, around torch's call."""

    def __init__(self, heads: int, out_proj: nn.Linear, *projections: nn.Linear):
        super().__init__()
        self.heads, self.out_proj = heads, out_proj
        self.projections = nn.ModuleList(projections)
        self.pieces = 3 // len(projections)

    def forward(self, x: Tensor) -> Tensor:
        shape = (*x.shape[:-1], self.heads, -1)
        parts = [p for made in self.projections for p in made(x).chunk(self.pieces, -1)]
        q, k, v = (part.view(shape).transpose(1, 2) for part in parts)
        return self.out_proj(sdpa(q, k, v).transpose(1, 2).reshape(x.shape))


class Torch(nn.Module):
    """nn.MultiheadAttention, causal, with or without its weights."""

    def __init__(self, own: nn.MultiheadAttention, mask: Tensor, weights: bool):
        super().__init__()
        self.own, self.need_weights = own, weights
        self.register_buffer("blocked", ~mask)

    def forward(self, x: Tensor) -> Tensor:
        causal = {"attn_mask": self.blocked, "is_causal": True}
        return self.own(x, x, x, need_weights=self.need_weights, **causal)[0]


def layers(tokens: int, width: int, heads: int) -> dict[str, nn.Module]:
    """One layer of random weights, in seven forms."""
    torch.manual_seed(1)
    plain = MultiHeadAttention(width, width, tokens, 0.0, heads, qkv_bias=True)
    state = plain.state_dict()
    fused = FusedMultiHeadAttention(width, width, tokens, 0.0, heads, qkv_bias=True)
    fused.load_state_dict(state)
    size = width // heads
    wrapper = MultiHeadAttentionWrapper(width, size, tokens, 0.0, heads, qkv_bias=True)
    for number, head in enumerate(wrapper.heads):
        rows = slice(number * size, (number + 1) * size)
        head.load_state_dict({name: state[name][rows] for name in head.state_dict()})
    three = (plain.W_query, plain.W_key, plain.W_value)
    together = nn.Linear(width, 3 * width)
    own = nn.MultiheadAttention(width, heads, batch_first=True)
    own.out_proj.load_state_dict(plain.out_proj.state_dict())
    with torch.no_grad():
        for weight, bias in (
            (together.weight, together.bias),
            (own.in_proj_weight, own.in_proj_bias),
        ):
            weight.copy_(torch.cat([projection.weight for projection in three]))
            bias.copy_(torch.cat([projection.bias for projection in three]))
    return {
        "SDPA": SDPA(heads, plain.out_proj, *three),
        "SDPA, one matrix": SDPA(heads, plain.out_proj, together),
        "FusedMultiHeadAttention": fused,
        NO_WEIGHTS: Torch(own, causal_mask(tokens), False),
        "nn.MultiheadAttention": Torch(own, causal_mask(tokens), True),
        "MultiHeadAttention": plain,
        "MultiHeadAttentionWrapper": nn.Sequential(wrapper, plain.out_proj),
    }


def of_layers(x: Tensor, heads: int, few: bool) -> Iterator[Case]:
    """Forward, and forward with backward, of a layer in its forms, or in a few."""
    batch, tokens, width = x.shape
    made = layers(tokens, width, heads)
    names = FEW if few else made
    forms = {name: made[name].to(x.device, x.dtype).eval() for name in names}
    about = {"table": "layers", "dtype": str(x.dtype)[6:], "batch": batch}
    runs = {name: partial(forward, form, x) for name, form in forms.items()}
    yield {**about, "pass": "forward"}, runs
    runs = {
        name: partial(backward, form, [x.requires_grad_()], *form.parameters())
        for name, form in forms.items()
    }
    yield {**about, "pass": "forward and backward"}, runs


def of_lengths(inputs: Sequence[Tensor], most: int) -> Iterator[Case]:
    """Attention alone, forward and backward; to `most` tokens with all weights."""
    tokens = inputs[0].shape[-2]
    forms: dict[str, Callable[..., Tensor]] = {"SDPA": sdpa, "tiled_attention": tiled}
    if tokens <= most:
        mask = causal_mask(tokens).to(inputs[0].device)
        core = scaled_dot_product_attention
        forms[core.__name__] = lambda q, k, v: core(q, k, v, mask)[0]
    inputs = [one.requires_grad_() for one in inputs]
    runs = {name: partial(backward, form, inputs) for name, form in forms.items()}
    yield {"table": "lengths", "tokens": tokens}, runs


def of_decoding(model: GPT, ids: Tensor) -> Iterator[Case]:
    """The logits of the word after `ids`, from all of them or from the last one."""
    with torch.no_grad():
        _, caches = model.forward_with_cache(ids[:, :-1])
    runs = {
        "without a cache": partial(forward, lambda: model(ids)[:, -1]),
        "with a cache": partial(
            forward, lambda: model.forward_with_cache(ids[:, -1:], caches)[0][:, -1]
        ),
    }
    yield {"table": "decoding", "tokens": ids.shape[-1]}, runs


def of_states(inputs: Sequence[Tensor]) -> Iterator[Case]:
    """The last token of linear attention, after those in a cache or in a state.

    Each form also makes what is kept after it, so the memory is that of what is kept.
    """
    earlier = [one[..., :-1, :] for one in inputs]
    query, key, value = (one[..., -1:, :] for one in inputs)
    state = earlier[1].mT @ earlier[2]

    def from_cache() -> Tensor:
        keys = torch.cat([earlier[1], key], dim=-2)
        values = torch.cat([earlier[2], value], dim=-2)
        return query @ keys.mT @ values

    def from_state() -> Tensor:
        q, k, v = (one.squeeze(-2) for one in (query, key, value))
        return linear_step(q, k, v, state)[0].unsqueeze(-2)

    runs = {
        "a cache": partial(forward, from_cache),
        "a state": partial(forward, from_state),
    }
    yield {"table": "states", "tokens": inputs[0].shape[-2]}, runs


def forward(form: Callable[..., Tensor], *inputs: Tensor) -> list[Tensor]:
    """What the form makes of the inputs, without a thought of gradients."""
    with torch.no_grad():
        return [form(*inputs)]


def backward(
    form: Callable[..., Tensor], inputs: Sequence[Tensor], *weights: Tensor
) -> list[Tensor]:
    """The same and the gradients of the inputs, with those of the weights computed."""
    out = form(*inputs)
    gradients = torch.autograd.grad(out, [*inputs, *weights], torch.ones_like(out))
    return [out, *gradients[: len(inputs)]]
