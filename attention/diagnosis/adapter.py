"""How code is called: its arguments by their names, its axes, its mask."""

import inspect
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.algebra import Inputs, divide, join
from attention.diagnosis.weights import HEADS, Matrix, role

Streams = tuple[Tensor, ...]
KINDS = {
    "lengths": r"len(gth)?s?$",
    "mask": r"mask|^allow|valid|^(src_|key_)?pad",
    "cache": r"cache|past|kv_state|start_pos",
    "heads": r"^(" + "|".join(HEADS.split()) + ")$",
    "width": r"^(d_k|dk|d_model|head_dim|dim|d_head|embed_dim|d)$",
    "q": r"^x?_?q(_in|_states)?$|^quer(y|ies)$|^x_q$",
    "k": r"^x?_?k(_in|_states)?$|^keys?$|^x_k$",
    "v": r"^x?_?v(_in|_states)?$|^values?$|^x_v$",
    "weight": r"^(w|weights?|params?)_?(q|k|v|o|qkv|out|query|key|value|proj)",
    "angles": r"freqs|position_embeddings|rope|rotary",
    "cos": r"^cos",
    "sin": r"^sin",
    "places": r"^pos|position_ids|^offset",
    "context": r"context|memory|^enc|encoder|src|source|^kv$|cond|^y$|other|latent",
    "flag": r"causal|return|need|dropout|training|verbose|^p$|eps",
}
MASKS: dict[str, Callable[[Tensor], Tensor]] = {
    "(tokens, tokens)": lambda a: a[0],
    "(batch, tokens, tokens)": lambda a: a,
    "(batch, 1, tokens, tokens)": lambda a: a[:, None],
    "(1, 1, tokens, tokens)": lambda a: a[:1, None],
    "(batch, tokens)": lambda a: a[:, 0],
    "(batch, 1, tokens)": lambda a: a[:, :1],
    "(batch, 1, 1, tokens)": lambda a: a[:, None, :1],
}
MEANINGS: dict[str, Callable[[Tensor], Tensor]] = {
    "True = may attend": lambda a: a,
    "True = blocked": lambda a: ~a,
    "added: 0 or minus infinity": lambda a: torch.where(a, 0.0, -torch.inf),
    "1 = may attend": lambda a: a.to(torch.get_default_dtype()),
    "1 = blocked": lambda a: (~a).to(torch.get_default_dtype()),
}


def arguments(fn: Any) -> list[inspect.Parameter]:
    """Return what a function or a module takes, but for *args and **kwargs."""
    try:
        taken = inspect.signature(fn.forward if isinstance(fn, nn.Module) else fn)
        return [p for p in taken.parameters.values() if p.kind not in (2, 4)]
    except (TypeError, ValueError):  # a function of torch's own
        one = inspect.Parameter("query", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        more = [one.replace(name=name) for name in ("key", "value")]
        return [one, *more, one.replace(name="attn_mask", default=None)]


def kind_of(name: str) -> str:
    """Return what an argument of this name is likely to be; "x" if nothing is known."""
    some = (k for k, pattern in KINDS.items() if re.search(pattern, name, re.I))
    return next(some, "x")


def tensors(result: Any) -> Iterator[Tensor]:
    """Yield the tensors of floats that a call returned, in its order."""
    if isinstance(result, Tensor):
        yield from [result] * result.is_floating_point()
    elif isinstance(result, (list, tuple)):
        for part in result:
            yield from tensors(part)
    elif hasattr(result, "values") and callable(result.values):
        yield from tensors(list(result.values()))
    elif hasattr(result, "__dict__"):
        yield from tensors(list(vars(result).values()))


@dataclass
class Call:
    """One way to call code with texts as (batch, tokens, features).

    Attributes:
        fn: The code.
        streams: What is given to which argument: names, one for each sequence.
        given: Other arguments by their names, such as weights.
        form: "batch", "one text", "heads", "tokens by heads" or "tokens first".
        heads: Into how many heads the form "heads" cuts what it is given.
        mask: The name of the argument for a mask, if there is one.
        opened: What is given for a mask that must be there: its form and its meaning.
        matrices: The weights among the arguments.
        everything: All that the last call returned.
        wrote: Whether a call changed what it was given.
    """

    fn: Any
    streams: tuple[str, ...]
    given: dict[str, Any] = field(default_factory=dict)
    form: str = "batch"
    heads: int = 1
    mask: str | None = None
    opened: tuple[str, str] | None = None
    matrices: list[Matrix] = field(default_factory=list)
    everything: list[Tensor] = field(default_factory=list)
    wrote: bool = False

    def __call__(self, *streams: Tensor, mask: Tensor | None = None) -> Tensor:
        """Return what the code gives, as (batch, tokens, features)."""
        if self.form == "one text":
            one = replace(self, form="batch")
            rows = [one(*some, mask=mask) for some in zip(*streams, strict=True)]
            self.everything = one.everything
            return torch.stack(rows)
        x, last = streams[0], streams[-1]
        n, m = (t.shape[-2 if t.is_floating_point() else -1] for t in (x, last))
        made = [self.shaped(t) for t in streams]
        given = {k: v(n, x) if callable(v) else v for k, v in self.given.items()}
        if mask is None and self.opened:
            form, meaning = self.opened
            every = torch.ones(len(x), n, m, dtype=torch.bool)
            mask = MASKS[form](MEANINGS[meaning](every))
        given |= {self.mask: mask} if self.mask and mask is not None else {}
        given = {
            k: v.to(x.device) if torch.is_tensor(v) else v for k, v in given.items()
        }
        if type(self.fn).__name__.startswith("builtin"):  # of torch, without names
            result = self.fn(*made, *given.values())
        else:
            result = self.fn(**dict(zip(self.streams, made, strict=True)), **given)
        if not x.is_meta:
            again = (self.shaped(t) for t in streams)
            self.wrote |= not all(map(torch.equal, again, made))
        self.everything = list(tensors(result))
        outs = [t for t in self.everything if t.shape[-2:] != (n, m)]
        out = (outs or self.everything)[0]
        if self.form == "tokens first":
            return out.transpose(0, 1)
        if self.form == "heads" and out.dim() == 4:
            return join(out)
        return out.flatten(2) if self.form == "tokens by heads" else out

    def shaped(self, t: Tensor) -> Tensor:
        """Return a sequence (batch, tokens, features) in the form of the code."""
        if self.form == "tokens first":
            return t.transpose(0, 1).contiguous()
        if self.form == "heads":
            return divide(t, self.heads).contiguous()
        if self.form == "tokens by heads":
            return t.unflatten(-1, (self.heads, -1))
        return t.clone()

    def inputs(self, streams: Streams) -> Inputs:
        """Return what queries, keys and values are made from."""
        return streams[0], streams[min(1, len(streams) - 1)], streams[-1]


def angles(n: int, dim: int) -> Tensor:
    """Return rotary angles (tokens, dim / 2) for the base 10000."""
    powers = torch.arange(0, dim, 2).double() / dim
    return torch.outer(torch.arange(n).double(), 10000.0**-powers)


def filler(kind: str, name: str, module: nn.Module, width: int, heads: int) -> Any:
    """Return what is given for an argument that is neither a sequence nor a mask."""
    sizes = [getattr(module, k, 0) for k in ("head_dim", "d_head", "dim_head", "d_k")]
    dim = next((v for v in sizes if type(v) is int and v), width // heads)

    def table(n: int) -> tuple[Tensor, Tensor]:
        wide = angles(n, dim).repeat(1, 2).to(torch.get_default_dtype())
        return wide.cos(), wide.sin()

    if kind == "angles" and "position_embeddings" in name:
        return lambda n, x: tuple(t[None] for t in table(n))
    fixed = width if re.search("model|embed", name) else width // heads
    cache, place = 0 if "start" in name else None, lambda n, x: torch.arange(n)
    return {
        "lengths": lambda n, x: torch.full(x.shape[:1], n),
        "cos": lambda n, x: table(n)[0],
        "sin": lambda n, x: table(n)[1],
        "angles": lambda n, x: torch.exp(1j * angles(n, dim)),
        "places": 0 if "offset" in name else place,
        "width": fixed,
        "heads": heads,
        "cache": cache,
        "flag": False,
    }.get(kind)


def calls(
    fn: Any, module: nn.Module, width: int, heads: int, forms: list[str]
) -> Iterator[Call]:
    """Yield the ways in which code may be called, the likeliest first.

    Args:
        fn: The code.
        module: The module that it is or calls, if any.
        width: The features of each token.
        heads: The number of heads, for arguments that ask it.
        forms: The orders of axes to try.
    """
    taken = {p.name: p for p in arguments(fn)}
    kinds = {name: kind_of(name) for name in taken}
    empty = inspect.Parameter.empty
    need = [p for p in taken if taken[p].default is empty] or list(taken)[:1]
    place = {"q": 0, "x": 0, "k": 1, "context": 1, "v": 2}
    main = sorted((p for p in need if kinds[p] in place), key=lambda p: place[kinds[p]])
    free = [p for p in taken if taken[p].default is None and p not in need]
    more = [p for p in free if kinds[p] in ("k", "v", "context")]
    more = more if [kinds[p] for p in more] == ["k", "v"] else more[:1]
    options = [main + more, main] if more and len(main) == 1 else [main]
    masks = sorted((p for p in taken if kinds[p] == "mask"), key=lambda p: "pad" in p)
    base: dict[str, Any] = {}
    matrices: list[Matrix] = []
    for p in need:
        if kinds[p] == "weight":
            t = torch.randn(width, 3 * width if role(p) == "qkv" else width)
            matrices.append(Matrix(p, [t * 1.3 / width**0.5], [None], True))
            base[p] = matrices[-1].parts[0]
        elif p not in main and p not in masks[:1]:
            base[p] = filler(kinds[p], p, module, width, heads)
    turns = [p for p in free if kinds[p] == "angles"]
    more_given = {p: filler("angles", p, module, width, heads) for p in turns}
    required = masks[0] if masks and masks[0] in need else ""
    opened: list[Any] = [None]
    opened += itertools.product(MASKS, MEANINGS) if required else []
    extras = [base, base | more_given] if turns else [base]
    name = masks[0] if masks else None
    for some, form, o, given in itertools.product(options, forms, opened, extras):
        if 1 <= len(some) <= 3:
            given = given | ({required: None} if required and o is None else {})
            each = heads if "heads" in form else 1
            yield Call(fn, tuple(some), given, form, each, name, o, matrices)
