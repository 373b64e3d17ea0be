"""Which matrix is which: what a layer's parameters may be, the likeliest first."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from attention.diagnosis.algebra import Weights

WORDS = {
    "q": "q query querie queri qs",
    "k": "k key ks",
    "v": "v value val vs",
    "kv": "kv",
    "qkv": "qkv kqv qvk vkq kvq vqk pack",
    "o": "o out output proj projection dense unify unifyhead combine merge final mix",
}
HEADS = """num_heads n_heads n_head heads nhead nheads h num_attention_heads n_h head H
num_head nr_heads heads_num num_query_heads n_q_heads num_q_heads n_query_heads"""
FUSED = "c_attn", "in_proj", "in_proj_weight", "in_proj_bias"


@dataclass
class Matrix:
    """A parameter with two axes or three, or several numbered ones of one name.

    Attributes:
        name: Its name, with * for numbers.
        parts: The tensors, nn.Linear's and convolutions' as (out, in).
        biases: Their biases, or Nones.
        raw: Whether (in, out) and (out, in) are both possible.
    """

    name: str
    parts: list[Tensor]
    biases: list[Tensor | None]
    raw: bool

    def rows(self, width: int, kind: str, flip: bool) -> Tensor:
        """Return it as (out, in + 1), the bias last, heads one under another.

        Args:
            width: The features that it takes, or for kind "o" those that it gives.
            kind: What it makes.
            flip: Which of two possible orientations is tried.
        """
        out, made = int(kind != "o"), []
        for t, bias in zip(self.parts, self.biases, strict=True):
            if t.dim() == 3:
                axis = next((i for i in range(3) if t.shape[i] == width), 1)
                t = t.movedim(axis, -1).flatten(0, 1)
                t = t if out else t.mT
            elif self.raw and (
                t.shape[out] != width or (t.shape[0] == t.shape[1] and not flip)
            ):
                t = t.mT
            bias = t.new_zeros(len(t)) if bias is None else bias
            shared, left = divmod(width, len(t))
            if out and t.shape[0] == t.shape[1] < width and not left:
                t, bias = torch.block_diag(*[t] * shared), bias.repeat(shared)
            made.append(torch.cat([t, bias[:, None]], dim=1))
        return torch.cat(made if out else made[:1])


def role(name: str) -> str | None:
    """Return what the name of a parameter says that it makes, or nothing."""
    found = None
    for component in name.split("."):
        words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", component)
        words = [re.sub(r"(?<=.)s$", "", w.lower()) for w in words]
        words = [re.sub(r"^(w|b|to|fc|proj|lin)(?=[qkvo]|out)", "", w) for w in words]
        kinds = {k for k, some in WORDS.items() for w in words if w in some.split()}
        if {"q", "k", "v"} <= kinds or "_".join(words) in FUSED:
            kinds = {"qkv"}
        kinds |= {"kv"} if {"k", "v"} <= kinds else set()
        one = next((k for k in ("qkv", "kv", "q", "k", "v") if k in kinds), None)
        found = one or found or ("o" if "o" in kinds else None)
    return found


def collect(module: nn.Module) -> list[Matrix]:
    """Return a module's matrices in the order of registration."""
    found: dict[str, Matrix] = {}
    for prefix, part in module.named_modules():
        own, kind = dict(part.named_parameters(recurse=False)), type(part).__name__
        for name, p in own.items() if not isinstance(part, nn.Embedding) else ():
            weight = p.data.flatten(1) if "Conv" in kind and p.dim() > 2 else p.data
            if weight.dim() not in (2, 3):
                continue
            full = re.sub(r"(?<![^.])\d+(?![^.])|(?<=_)\d+$", "*", f"{prefix}.{name}")
            full = full.strip(".").removesuffix(".weight")
            near = [name.replace("weight", "bias")]
            near += [k for k in own if role(k) == role(name)]
            flat = [own[k].data for k in near if k in own and own[k].dim() == 1]
            raw = name != "weight" and not name.endswith("proj_weight")
            entry = found.setdefault(
                full, Matrix(full, [], [], raw or kind == "Conv1D")
            )
            if not entry.parts or entry.parts[0].shape == weight.shape:
                entry.parts.append(weight)
                entry.biases.append(flat[0] if flat else None)
    return list(found.values())


def cuts(t: Tensor, heads: int, inner: int) -> Iterator[tuple[str, Sequence[Tensor]]]:
    """Yield the ways in which queries, keys and values may lie in one matrix.

    Args:
        t: The matrix.
        heads: The number of heads of queries.
        inner: The features of all heads of queries.
    """
    dim = inner // heads
    groups, left = divmod(len(t) - inner, 2 * dim)
    if not left and groups > 0 and heads % groups == 0:
        yield "", t.split([inner, groups * dim, groups * dim])
        each = t.unflatten(0, (groups, -1, dim))
        parts = each[:, :-2].flatten(0, 1), each[:, -2], each[:, -1]
        how = "head by head" if groups == heads else "group by group"
        yield f"fused matrix {how}", [part.flatten(0, 1) for part in parts]
    if len(t) == 3 * inner:
        some = list(t.unflatten(0, (inner, 3)).transpose(0, 1))
        yield "fused matrix feature by feature", some


def by_names(
    found: list[Matrix], widths: Sequence[int], flip: bool
) -> tuple[dict[str, Tensor], list[Tensor], int, str]:
    """Return what the names of matrices say.

    Args:
        found: The matrices.
        widths: The features of the inputs of queries and of keys.
        flip: Which of two possible orientations is tried.

    Returns:
        made: The matrices by role.
        rest: Those that say nothing.
        heads: The number of heads, if there are as many matrices; else 0.
        order: The order of queries, keys and values in a fused matrix.
    """
    made: dict[str, Tensor] = {}
    rest, heads, order = [], 0, "qkv"
    for m in found:
        kind, first, number = role(m.name), m.parts[0], len(m.parts)
        width = widths[kind in ("k", "v", "kv")]
        if kind == "o" and len(first) == 3 * width and not m.raw:
            kind = None  # a projection of the input
        several = number in (3, 4) and first.dim() == 2 and (kind == "qkv" or not m.raw)
        stack = first.dim() == 3 and len(first) == 3
        if kind in ("qkv", None) and (several or stack):
            parts = m.parts if several else list(first)
            biases = m.biases if several else [None] * 3
            for c, t, b in zip("qkvo", parts, biases, strict=False):
                made.setdefault(c, Matrix(m.name, [t], [b], m.raw).rows(width, c, flip))
        elif kind and (kind != "o" or number == 1):
            made.setdefault(kind, m.rows(width, kind, flip))
            sizes = [s for i, s in enumerate(first.shape) if s != width or i == 2]
            told = sizes[0] if first.dim() == 3 else number * (number > 1)
            heads = heads or (told if kind != "o" else 0)
            said = re.search("[qkv]{3}", m.name.lower() if kind == "qkv" else "")
            order = said[0] if said and len({*said[0]}) == 3 else order
        elif number == 1 and first.dim() == 2 and width in first.shape:
            rest.append(m.rows(width, "", flip))
    if "o" not in made and len(rest) == 1 and made:
        made["o"] = rest.pop()
    return made, rest, heads, order


def assigned(
    made: dict[str, Tensor], rest: list[Tensor], order: str, h: int
) -> Iterator[tuple[str, dict[str, Tensor], bool]]:
    """Yield what the matrices of h heads may be: a label, matrices, named or not."""
    out = {"o": made["o"]} if "o" in made else {}
    if "kv" in made and "q" in made:
        for g in [1, h] if len(made["kv"]) % (2 * h) == 0 else [1]:
            k, v = made["kv"].unflatten(0, (g, 2, -1)).transpose(0, 1).flatten(1, 2)
            how = "keys and values fused head by head" if g > 1 else ""
            yield how, {"q": made["q"], "k": k, "v": v} | out, True
    elif "q" in made:
        label = "" if "k" in made else "queries and keys share a matrix"
        some = {c: t for c, t in made.items() if len(c) == 1}
        yield label, {"k": made["q"]} | some, True
    elif "qkv" in made or (not made.keys() - {"o"} and 0 < len(rest) < 3):
        fused = made["qkv"] if "qkv" in made else rest[0]
        out = out or ({"o": rest[1]} if "qkv" not in made and len(rest) == 2 else {})
        inner = out["o"].shape[1] - 1 if out else len(fused) // 3
        for how, parts in cuts(fused, h, inner) if inner % h == 0 else ():
            three = dict(zip(order, parts, strict=True))
            yield how, three | out, "qkv" in made
    elif len(rest) in (3, 4):
        for some in itertools.permutations(rest):
            yield "", dict(zip("qkvo", some, strict=False)) | out, False


def weight_sets(
    found: list[Matrix], widths: Sequence[int], heads: list[int]
) -> Iterator[Weights]:
    """Yield what a layer's matrices may be, the likeliest first.

    Args:
        found: Its matrices.
        widths: The features of the inputs of queries and of keys.
        heads: How many heads it may have.
    """
    if not found:
        yield from (Weights({}, h, h) for h in heads if widths[0] % h == 0)
    for flip in (False, True) if any(m.raw for m in found) else (False,) * bool(found):
        made, rest, told, order = by_names(found, widths, flip)
        for h in [told] if told else heads:
            for label, some, named in assigned(made, rest, order, h):
                groups, left = divmod(len(some["k"]) * h, len(some["q"]))
                if not left and groups and len(some["q"]) % h == 0 == h % groups:
                    yield Weights(some, h, groups, label, named)


def attributes(module: nn.Module) -> Iterator[tuple[str, Any]]:
    """Yield the names and values that a module, its parts and their configs hold."""
    for part in module.modules():
        own = {k: v for k, v in vars(part).items() if not k.startswith("_")}
        for holder in (own, *own.values()):
            if not isinstance(holder, (Tensor, nn.Module, type)):
                more = getattr(holder, "__dict__", holder)
                some = more.items() if isinstance(more, dict) else ()
                yield from ((k, v) for k, v in some if isinstance(k, str))


def told_heads(module: nn.Module) -> int:
    """Return the number of heads that an attribute of a module says, or 0."""
    names = HEADS.split()
    some = (v for k, v in attributes(module) if k in names and type(v) is int)
    return next((v for v in some if v > 0), 0)
