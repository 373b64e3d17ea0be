"""A way to call code: which argument is what by its name, the axes, and the mask."""

import inspect
import itertools
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.names import HEADS, attributes

KINDS = {
    "lengths": r"len(gth)?s?$",
    "mask": r"(?<!head_)mask|^adj|^allow|valid|(^|_)pad|^keep|bias$",
    "cache": r"cache|past|kv_state|start_pos",
    "heads": r"^(" + "|".join(HEADS.split()) + ")$",
    "width": r"^(d_k|dk|d_model|head_dim|dim|d_head|embed_dim|d)$",
    "q": r"^x?_?q(_in|_states)?$|^quer(y|ies)$|^x_q$",
    "k": r"^x?_?k(_in|_states)?$|^keys?$|^x_k$",
    "v": r"^x?_?v(_in|_states)?$|^values?$|^x_v$",
    "angles": r"freqs|rope|rotary",
    "tables": r"position_embeddings",
    "cos": r"^cos",
    "sin": r"^sin",
    "places": r"(^|_)pos|position_ids|^offset",
    "segments": r"(^|_)seg|token_type|^docs?(_?ids?)?$|^document_?ids?$",
    "tile": r"^([qk]v?_)?(block|tile|chunk)(_?(len|size|[a-z]))?$|(?-i:^B[rcqk]$)",
    "context": r"context|ctx|memory|^enc|encoder|src|source|^kv$|cond|^y$|other|latent"
    r"|^text$|^image|media",
    "flag": r"causal|return|need|dropout|training|verbose|^use|^p$|eps",
}
Streams = tuple[Tensor, ...]
STREAMS = "q", "x", "k", "context", "v"  # sequences, in the order of attention
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
    "1 = may attend, as whole numbers": lambda a: a.long(),
    "1 = blocked, as whole numbers": lambda a: (~a).long(),
}


def square(t: Tensor) -> Tensor:
    """Return tokens as the rows and columns of a square: (batch, rows, columns, …)."""
    return t.unflatten(1, (math.isqrt(t.shape[1]), -1))


def picture(t: Tensor, p: int) -> Tensor:
    """Return tokens as the patches of a picture, each of p rows and columns."""
    patches = square(t).unflatten(-1, (-1, p, p)).permute(0, 3, 1, 4, 2, 5)
    return patches.flatten(4).flatten(2, 3)


FORMS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {  # there, and back
    "batch": (lambda t, h: t.clone(), lambda t: t),
    "heads": (
        lambda t, h: t.unflatten(-1, (h, -1)).transpose(1, 2).contiguous(),
        lambda t: t.transpose(1, 2).flatten(2),
    ),
    "one text": (lambda t, h: list(t.unbind(0)), lambda t: t),
    "tokens by heads": (lambda t, h: t.unflatten(-1, (h, -1)), lambda t: t.flatten(2)),
    "image": (
        lambda t, h: square(t).movedim(-1, 1).contiguous(),
        lambda t: t.flatten(2).mT,
    ),
    "image, features last": (lambda t, h: square(t).clone(), lambda t: t.flatten(1, 2)),
    "video": (
        lambda t, h: square(t).movedim(-1, 1)[:, :, None].contiguous(),
        lambda t: t.flatten(2).mT,
    ),
    "picture": (picture, lambda t: t),
    "picture, features last": (
        lambda t, p: picture(t, p).movedim(1, -1).contiguous(),
        lambda t: t,
    ),
    "one query": (
        lambda t, h: t[:, 0].clone() if t.shape[1] == 1 else t.clone(),
        lambda t: t,
    ),
    "channels first": (lambda t, h: t.mT.contiguous(), lambda t: t.mT),
    "tokens first": (
        lambda t, h: t.transpose(0, 1).contiguous(),
        lambda t: t.transpose(0, 1),
    ),
}


IMAGES = "image", "image, features last", "video"
PICTURES = "picture", "picture, features last"
SIZED = "heads", "tokens by heads", *PICTURES


def arguments(fn: Any) -> list[inspect.Parameter]:
    """Return what a function or a module takes, but for *args and **kwargs."""
    try:
        taken = inspect.signature(fn.forward if isinstance(fn, nn.Module) else fn)
        return [p for p in taken.parameters.values() if p.kind not in (2, 4)]
    except (TypeError, ValueError):  # a function of torch's own
        return arguments(lambda query, key, value, attn_mask=None: None)


def kind_of(name: str) -> str:
    """Return what an argument of this name is likely to be; "x" if nothing is known."""
    some = (k for k, pattern in KINDS.items() if re.search(pattern, name, re.I))
    return next(some, "x")


def tensors(result: Any) -> Iterator[Tensor]:
    """Yield the tensors of floats that a call returned, in its order."""
    if isinstance(result, Tensor):
        yield from [result] * result.is_floating_point()
        return
    if not isinstance(result, (list, tuple, dict)):
        result = getattr(result, "__dict__", {})
    for part in result.values() if isinstance(result, dict) else result:
        yield from tensors(part)


@dataclass
class Call:
    """One way to call code with texts as (batch, tokens, features).

    Attributes:
        fn: The code.
        streams: What is given to which argument: names, one for each sequence.
        given: Other arguments by their names: values, or functions of the sequences.
        form: The order of axes, one of FORMS.
        size: Into how many heads the forms with heads cut what they are given, or of
            how many rows a patch of a picture is.
        masks: The names of the arguments for masks.
        opened: What is given for a mask that must be there: its form and its meaning.
        alike: The names of arguments for positions that have the shape of a sequence.
        everything: All that the last call returned.
        wrote: Whether a call changed what it was given.
    """

    fn: Any
    streams: tuple[str, ...]
    given: dict[str, Any] = field(default_factory=dict)
    form: str = "batch"
    size: int = 1
    masks: tuple[str, ...] = ()
    opened: tuple[str, str] | None = None
    alike: tuple[str, ...] = ()
    everything: list[Tensor] = field(default_factory=list)
    wrote: bool = False

    def __call__(self, *streams: Tensor, **more: Any) -> Tensor:
        """Return what the code gives, as (batch, tokens, features).

        What has no axis of tokens is given one, of one row.

        Args:
            *streams: One tensor for each sequence.
            **more: Other arguments of the code, such as a mask.
        """
        x, (there, back) = streams[0], FORMS[self.form]
        n, m = (t.shape[1] for t in (x, streams[-1]))
        made, again = ([there(t, self.size) for t in streams] for _ in range(2))
        given = {k: v(streams) if callable(v) else v for k, v in self.given.items()}
        if self.opened:
            every = torch.ones(len(x), n, m, dtype=torch.bool)
            form, meaning = self.opened
            given[self.masks[0]] = MASKS[form](MEANINGS[meaning](every))
        for k, v in (given | more).items():
            if isinstance(v, Tensor):
                floats = v.is_floating_point() and x.is_floating_point()
                v = v.to(x.device, x.dtype if floats else None)
            given[k] = there(v, self.size) if k in self.alike else v
        if self.form == "one text":
            outs = [self.run(some, given, n, m) for some in zip(*made, strict=True)]
            return torch.stack(outs)
        out = self.run(made, given, n, m)
        out = back(out) if out.dim() > 2 else out.reshape(len(x), 1, -1)
        self.wrote |= not x.is_meta and not all(map(torch.equal, again, made))
        return out

    def run(self, made: Any, given: dict[str, Any], n: int, m: int) -> Tensor:
        """Call the code, and return the first result that is no matrix of weights."""
        if type(self.fn).__name__.startswith("builtin"):  # of torch, without names
            result = self.fn(*made, *given.values())
        else:
            result = self.fn(**dict(zip(self.streams, made, strict=True)), **given)
        self.everything = list(tensors(result))
        outs = [t for t in self.everything if t.shape[-2:] != (n, m)]
        return (outs or self.everything)[0]


def alike(name: str) -> Callable[[Streams], Tensor]:
    """Return what gives positions of the shape of the sequence that they belong to.

    They are the same for each token, so that tokens that are equal stay so.
    """
    at = 0 if re.search("^q|^tgt|^x_", name) else -1
    return lambda s: torch.linspace(-1, 1, s[at].shape[-1]).expand_as(s[at])


def filler(name: str, module: nn.Module, width: int, heads: int) -> Any:
    """Return what is given for an argument that is neither a sequence nor a mask."""
    known = dict(attributes(module))
    sizes = [known.get(k) for k in ("head_dim", "d_head", "dim_head", "d_k", "hd")]
    dim = next((v for v in sizes if type(v) is int and v), width // heads)

    def angles(s: Streams) -> Tensor:
        speeds = 10000.0 ** -(torch.arange(0, dim, 2) / dim)
        return torch.arange(s[0].shape[1])[:, None] * speeds

    def table(s: Streams, function: Any) -> Tensor:
        return function(angles(s).repeat(1, 2)).to(torch.get_default_dtype())

    fillers: dict[str, Any] = {
        "lengths": lambda s: torch.full(s[0].shape[:1], s[0].shape[1]),
        "cos": lambda s: table(s, torch.cos),
        "sin": lambda s: table(s, torch.sin),
        "tables": lambda s: tuple(table(s, f)[None] for f in (torch.cos, torch.sin)),
        "angles": lambda s: torch.exp(1j * angles(s)),
        "places": 0 if "offset" in name else lambda s: torch.arange(s[0].shape[1]),
        "segments": lambda s: torch.ones(s[0].shape[:2], dtype=torch.long),
        "heads": heads,
        "width": width if re.search("model|embed", name) else width // heads,
        "cache": 0 if "start" in name else None,
        "tile": 64,  # all tokens at once
        "flag": False,
    }
    return fillers.get(kind_of(name))


def calls(
    fn: Any, module: nn.Module, width: int, size: int, forms: list[str], turned: bool
) -> Iterator[Call]:
    """Yield the ways in which code may be called, the likeliest first.

    Args:
        fn: The code.
        module: The module that it is or calls, if any.
        width: The features of each token.
        size: The number of heads, for arguments that ask it, or that of a patch's rows.
        forms: The orders of axes to try.
        turned: Whether the second of two sequences may be that of the queries.
    """
    taken = {p.name: p for p in arguments(fn)}
    kinds = {k: kind_of(k) for k, p in taken.items() if type(p.default) is not bool}
    need = [p for p in taken if taken[p].default is inspect.Parameter.empty]
    kinds |= {"past": "context"} if "past" in need else {}  # a cache is optional
    need = need or list(taken)[:1]
    main = [p for c in STREAMS for p in need if kinds[p] == c] or need[:1]
    free = [p for p in kinds if taken[p].default is None and p not in need]
    more = [p for p in free if kinds[p] in ("k", "v", "context")]
    more = more if [kinds[p] for p in more] == ["k", "v"] else more[:1]
    options = [main + more, main] if more and len(main) == 1 else [main]
    pair = len(main) == 2 and {kinds[p] for p in main} <= {"x", "context"}
    options += [main[::-1]] * (turned and pair)
    masks = sorted((p for p in kinds if kinds[p] == "mask"), key=lambda p: "pad" in p)
    more_given = [p for p in kinds if kinds[p] == "tables"]
    more_given += [
        k for k, p in taken.items() if kind_of(k) == "tile" and type(p.default) is int
    ]
    given = {p: filler(p, module, width, size) for p in need + more_given}
    places = tuple(p for p in need if kinds[p] == "places" and "offset" not in p)
    opened = (
        [None, *itertools.product(MASKS, MEANINGS)] if {*masks} & {*need} else [None]
    )
    ways = itertools.product(options, forms, opened, [(), places] if places else [()])
    for some, form, o, like in ways:
        if 1 <= len(some) <= 3:
            values = {k: v for k, v in given.items() if k not in some}
            values |= {k: alike(k) for k in like}
            by = size if form in SIZED else 1
            yield Call(fn, tuple(some), values, form, by, tuple(masks), o, like)
