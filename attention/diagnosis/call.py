"""A way to call code: which argument is what by its name, the axes, and the mask."""

import inspect
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.names import HEADS, attributes

KINDS = {
    "lengths": r"len(gth)?s?$",
    "mask": r"(?<!head_)mask|^allow|valid|(^|_)pad|^keep|bias$",
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
    "places": r"^pos|position_ids|^offset",
    "context": r"context|memory|^enc|encoder|src|source|^kv$|cond|^y$|other|latent",
    "flag": r"causal|return|need|dropout|training|verbose|^use|^p$|eps",
}
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
}
FORMS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {  # there, and back
    "batch": (lambda t, h: t.clone(), lambda t: t),
    "heads": (
        lambda t, h: t.unflatten(-1, (h, -1)).transpose(1, 2).contiguous(),
        lambda t: t.transpose(1, 2).flatten(2),
    ),
    "one text": (lambda t, h: list(t.unbind(0)), lambda t: t),
    "tokens by heads": (lambda t, h: t.unflatten(-1, (h, -1)), lambda t: t.flatten(2)),
    "image": (
        lambda t, h: t.mT.unflatten(-1, (2, -1)).contiguous(),
        lambda t: t.flatten(2).mT,
    ),
    "channels first": (lambda t, h: t.mT.contiguous(), lambda t: t.mT),
    "tokens first": (
        lambda t, h: t.transpose(0, 1).contiguous(),
        lambda t: t.transpose(0, 1),
    ),
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
        given: Other arguments by their names: values, or functions of the number of
            tokens and the first sequence.
        form: The order of axes, one of FORMS.
        heads: Into how many heads the forms with heads cut what they are given.
        masks: The names of the arguments for masks.
        opened: What is given for a mask that must be there: its form and its meaning.
        everything: All that the last call returned.
        wrote: Whether a call changed what it was given.
    """

    fn: Any
    streams: tuple[str, ...]
    given: dict[str, Any] = field(default_factory=dict)
    form: str = "batch"
    heads: int = 1
    masks: tuple[str, ...] = ()
    opened: tuple[str, str] | None = None
    everything: list[Tensor] = field(default_factory=list)
    wrote: bool = False

    def __call__(self, *streams: Tensor, **more: Any) -> Tensor:
        """Return what the code gives, as (batch, tokens, features).

        Args:
            *streams: One tensor for each sequence.
            **more: Other arguments of the code, such as a mask.
        """
        x, (there, back) = streams[0], FORMS[self.form]
        n, m = (t.shape[1] for t in (x, streams[-1]))
        made, again = ([there(t, self.heads) for t in streams] for _ in range(2))
        given = {k: v(n, x) if callable(v) else v for k, v in self.given.items()}
        if self.opened:
            every = torch.ones(len(x), n, m, dtype=torch.bool)
            form, meaning = self.opened
            given[self.masks[0]] = MASKS[form](MEANINGS[meaning](every))
        for k, v in (given | more).items():
            given[k] = v.to(x.device) if torch.is_tensor(v) else v
        if self.form == "one text":
            outs = [self.run(some, given, n, m) for some in zip(*made, strict=True)]
            return torch.stack(outs)
        out = back(self.run(made, given, n, m))
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

    def inputs(self, streams: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """Return what queries, keys and values are made from."""
        return streams[0], streams[min(1, len(streams) - 1)], streams[-1]


def filler(name: str, module: nn.Module, width: int, heads: int) -> Any:
    """Return what is given for an argument that is neither a sequence nor a mask."""
    known = dict(attributes(module))
    sizes = [known.get(k) for k in ("head_dim", "d_head", "dim_head", "d_k", "hd")]
    dim = next((v for v in sizes if type(v) is int and v), width // heads)

    def angles(n: int) -> Tensor:
        return torch.arange(n)[:, None] * 10000.0 ** -(torch.arange(0, dim, 2) / dim)

    def table(n: int, function: Any) -> Tensor:
        return function(angles(n).repeat(1, 2)).to(torch.get_default_dtype())

    fillers: dict[str, Any] = {
        "lengths": lambda n, x: torch.full(x.shape[:1], n),
        "cos": lambda n, x: table(n, torch.cos),
        "sin": lambda n, x: table(n, torch.sin),
        "tables": lambda n, x: tuple(table(n, f)[None] for f in (torch.cos, torch.sin)),
        "angles": lambda n, x: torch.exp(1j * angles(n)),
        "places": lambda n, x: 0 if "offset" in name else torch.arange(n),
        "heads": heads,
        "width": width if re.search("model|embed", name) else width // heads,
        "cache": 0 if "start" in name else None,
        "flag": False,
    }
    return fillers.get(kind_of(name))


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
    kinds = {k: kind_of(k) for k, p in taken.items() if type(p.default) is not bool}
    need = [p for p in taken if taken[p].default is inspect.Parameter.empty]
    need = need or list(taken)[:1]
    main = [p for c in STREAMS for p in need if kinds[p] == c] or need[:1]
    free = [p for p in kinds if taken[p].default is None and p not in need]
    more = [p for p in free if kinds[p] in ("k", "v", "context")]
    more = more if [kinds[p] for p in more] == ["k", "v"] else more[:1]
    options = [main + more, main] if more and len(main) == 1 else [main]
    masks = sorted((p for p in kinds if kinds[p] == "mask"), key=lambda p: "pad" in p)
    more_given = [p for p in kinds if kinds[p] == "tables"]  # optional in name only
    given = {
        p: filler(p, module, width, heads) for p in need + more_given if p not in main
    }
    opened = (
        [None, *itertools.product(MASKS, MEANINGS)] if {*masks} & {*need} else [None]
    )
    for some, form, o in itertools.product(options, forms, opened):
        if 1 <= len(some) <= 3:
            by = heads if "heads" in form else 1
            yield Call(fn, tuple(some), given, form, by, tuple(masks), o)
