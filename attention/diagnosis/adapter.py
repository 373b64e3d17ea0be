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
    "weight": r"^(w|weight|params?_)_?(q|k|v|o|qkv)|^(w|weight)s?_?(out|query|key|value|proj)",
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
    "added: 0 or minus infinity": lambda a: torch.zeros(a.shape).masked_fill(
        ~a, -torch.inf
    ),
    "1 = may attend": lambda a: a.to(torch.get_default_dtype()),
    "1 = blocked": lambda a: (~a).to(torch.get_default_dtype()),
}


def arguments(fn: Any) -> list[inspect.Parameter]:
    """Return what a function or a module's forward takes."""
    try:
        target = fn.forward if isinstance(fn, nn.Module) else fn
        return [
            p
            for p in inspect.signature(target).parameters.values()
            if p.kind not in (2, 4)
        ]
    except (TypeError, ValueError):  # a function of torch's own
        names = {
            "query": inspect.Parameter.empty,
            "key": inspect.Parameter.empty,
            "value": inspect.Parameter.empty,
            "attn_mask": None,
        }
        return [
            inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=d)
            for n, d in names.items()
        ]


def kind_of(name: str) -> str:
    """Return what an argument of this name is likely to be; "x" if nothing is known."""
    return next(
        (k for k, pattern in KINDS.items() if re.search(pattern, name, re.I)), "x"
    )


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

    def __call__(
        self, *streams: Tensor, mask: Tensor | None = None, **more: Any
    ) -> Tensor:
        """Return what the code gives, as (batch, tokens, features)."""
        if self.form == "one text":
            one = replace(self, form="batch")
            rows = [
                one(*(t[i] for t in streams), mask=mask, **more)
                for i in range(len(streams[0]))
            ]
            self.everything = one.everything
            return torch.stack(rows)
        b, n = (
            streams[0].shape[0],
            streams[0].shape[-2 if streams[0].is_floating_point() else -1],
        )
        m = streams[-1].shape[-2] if streams[-1].is_floating_point() else n
        made = [self.shaped(t) for t in streams]
        given = {
            k: v(n, streams[0]) if callable(v) else v for k, v in self.given.items()
        }
        x = streams[0]
        given = {
            k: v.to(x.device) if isinstance(v, Tensor) else v for k, v in given.items()
        }
        if self.mask and mask is None and self.opened:
            form, meaning = self.opened
            mask = MASKS[form](MEANINGS[meaning](torch.ones(b, n, m, dtype=torch.bool)))
        if self.mask and mask is not None:
            given[self.mask] = mask.to(x.device)
        result = (
            self.fn(**dict(zip(self.streams, made, strict=True)), **given, **more)
            if not self.positional
            else self.fn(*made, *([mask] if mask is not None else []))
        )
        again = (self.shaped(t) for t in streams)
        if not x.is_meta:
            self.wrote |= not all(map(torch.equal, again, made))
        self.everything = list(tensors(result))
        square = (n, m)
        outs = [t for t in self.everything if t.shape[-2:] != square] or self.everything
        out = outs[0].detach() if not torch.is_grad_enabled() else outs[0]
        if self.form == "tokens first":
            return out.transpose(0, 1)
        if self.form == "heads":
            return join(out) if out.dim() == 4 and out.shape[1] == self.heads else out
        return out.flatten(2) if self.form == "tokens by heads" else out

    @property
    def positional(self) -> bool:
        """Whether the code takes no names, as functions of torch's own."""
        return not isinstance(self.fn, nn.Module) and type(self.fn).__name__.startswith(
            "builtin"
        )

    def shaped(self, t: Tensor) -> Tensor:
        """Return a sequence (batch, tokens, features) in the form that the code takes."""
        if self.form == "tokens first":
            return t.transpose(0, 1).contiguous()
        if self.form == "heads":
            return divide(t, self.heads).contiguous()
        if self.form == "tokens by heads":
            return t.unflatten(-1, (self.heads, -1))
        return t.clone()

    def inputs(self, streams: Streams) -> Inputs:
        """Return what queries, keys and values are made from."""
        x = streams
        return (
            (x[0], x[0], x[0])
            if len(x) == 1
            else (x[0], x[1], x[1])
            if len(x) == 2
            else (x[0], x[1], x[2])
        )


def angles(n: int, dim: int) -> Tensor:
    """Return rotary angles (tokens, dim / 2) for the base 10000."""
    return torch.outer(
        torch.arange(n).double(), 10000.0 ** -(torch.arange(0, dim, 2).double() / dim)
    )


def filler(
    kind: str, name: str, module: nn.Module | None, width: int, heads: int
) -> Any:
    """Return what is given for an argument that is neither a sequence nor a mask."""
    dim = next(
        (
            v
            for k in ("head_dim", "d_head", "dim_head", "d_k")
            if type(v := getattr(module, k, None)) is int
        ),
        width // heads,
    )
    dtype = torch.get_default_dtype()
    if kind == "lengths":
        return lambda n, x: torch.full(x.shape[:1], n)
    if kind in ("cos", "sin"):
        return lambda n, x: getattr(torch.cat([angles(n, dim)] * 2, dim=-1), kind)().to(
            dtype
        )
    if kind == "angles" and "position_embeddings" in name:
        return lambda n, x: tuple(
            getattr(torch.cat([angles(n, dim)] * 2, dim=-1)[None], f)().to(dtype)
            for f in ("cos", "sin")
        )
    if kind == "angles":
        return lambda n, x: torch.polar(
            torch.ones(n, dim // 2).double(), angles(n, dim)
        )
    if kind == "places":
        return (lambda n, x: torch.arange(n)) if "offset" not in name else 0
    if kind == "width":
        return width // heads if "model" not in name and "embed" not in name else width
    return {
        "heads": heads,
        "cache": 0 if "start" in name else None,
        "flag": False,
    }.get(kind)


def calls(
    fn: Any, module: nn.Module | None, width: int, heads: int, forms: list[str]
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
    turns = {
        p: filler("angles", p, module, width, heads)
        for p in free
        if kinds[p] == "angles"
    }
    required = masks[0] if masks and masks[0] in need else ""
    opened: list[Any] = (
        [None, *itertools.product(MASKS, MEANINGS)] if required else [None]
    )
    extras = [base, base | turns] if turns else [base]
    for some, form, o, given in itertools.product(options, forms, opened, extras):
        if 1 <= len(some) <= 3:
            given = given | ({required: None} if required and o is None else {})
            each = heads if "heads" in form else 1
            yield Call(
                fn, tuple(some), given, form, each, [*masks, None][0], o, matrices
            )
