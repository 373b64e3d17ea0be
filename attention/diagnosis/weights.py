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
    "k": "k key",
    "v": "v value val",
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

    @property
    def role(self) -> str | None:
        """What its name says that it makes: q, k, v, kv, qkv, o, or nothing."""
        return role(self.name)

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
            made.append(torch.cat([t, bias[:, None]], dim=1))
        return torch.cat(made if out else made[:1])


def role(name: str) -> str | None:
    """Return what a parameter of this name is likely to make."""
    found = None
    for component in name.split("."):
        words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", component)
        words = [re.sub(r"(?<=.)s$", "", w.lower()) for w in words]
        words = [re.sub(r"^(w|to|fc|proj|lin)(?=[qkvo]|out)", "", w) for w in words]
        kinds = {k for k, some in WORDS.items() for w in words if w in some.split()}
        if {"q", "k", "v"} <= kinds or "_".join(words) in FUSED:
            kinds = {"qkv"}
        elif {"k", "v"} <= kinds:
            kinds = {"kv"}
        one = next((k for k in ("qkv", "kv", "q", "k", "v") if k in kinds), None)
        found = one or found or ("o" if "o" in kinds else None)
    return found


def collect(module: nn.Module) -> list[Matrix]:
    """Return a module's matrices in the order of registration."""
    found: dict[str, Matrix] = {}
    for prefix, part in module.named_modules():
        own, kind = dict(part.named_parameters(recurse=False)), type(part).__name__
        for name, p in own.items():
            weight = p.data.flatten(1) if "Conv" in kind and p.dim() > 2 else p.data
            if weight.dim() not in (2, 3) or isinstance(part, nn.Embedding):
                continue
            linear = name.endswith("proj_weight") or (
                name == "weight" and kind != "Conv1D"
            )
            full = re.sub(r"(?<![^.])\d+(?![^.])|(?<=_)\d+$", "*", f"{prefix}.{name}")
            full = full.strip(".").removesuffix(".weight")
            names = [
                name.replace("weight", "bias"),
                *(k for k in own if role(k) == role(name)),
            ]
            flat = [own[k].data for k in names if k in own and own[k].dim() == 1]
            entry = found.setdefault(full, Matrix(full, [], [], not linear))
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
    if len(t) == 3 * inner:
        yield "", t.chunk(3)
        each = t.unflatten(0, (heads, 3, dim)).transpose(0, 1)
        yield "head by head", list(each.flatten(1, 2))
        yield "feature by feature", list(t.unflatten(0, (inner, 3)).transpose(0, 1))
    elif not left and groups > 0 and heads % groups == 0:
        yield "", t.split([inner, groups * dim, groups * dim])
        each = t.unflatten(0, (groups, -1, dim))
        parts = each[:, :-2].flatten(0, 1), each[:, -2], each[:, -1]
        yield "group by group", [part.flatten(0, 1) for part in parts]


@dataclass
class Roles:
    """What the names say: the matrices of each role, and those that say nothing.

    Attributes:
        made: The matrices by role.
        rest: Those that say nothing.
        heads: The number of heads, if there are as many matrices; else 0.
        order: The order of queries, keys and values in a fused matrix.
    """

    made: dict[str, Tensor]
    rest: list[Tensor]
    heads: int
    order: str


def roles_of(found: list[Matrix], width: int, flip: bool) -> Roles:
    """Return what the names of matrices say, for inputs of some width."""
    roles, order = Roles({}, [], 0, "qkv"), ""
    for m in found:
        kind, first, number = m.role, m.parts[0], len(m.parts)
        some = roles.made
        several = number in (3, 4) and first.dim() == 2 and (kind == "qkv" or not m.raw)
        stack = first.dim() == 3 and len(first) == 3
        if kind == "o" and number == 1:
            some.setdefault("o", m.rows(width, "o", flip))
        elif kind in ("qkv", None) and (several or stack):
            parts = m.parts if several else list(first)
            for c, t, b in zip("qkvo", parts, [*m.biases, None, None], strict=False):
                one = Matrix(m.name, [t], [b if several else None], m.raw)
                some.setdefault(c, one.rows(width, c, flip))
        elif kind in ("q", "k", "v", "kv", "qkv"):
            some.setdefault(kind, m.rows(width, kind, flip))
            sizes = [s for i, s in enumerate(first.shape) if s != width or i == 2]
            many = sizes[0] if first.dim() == 3 else number if number > 1 else 0
            roles.heads = roles.heads or many
            order += m.name.lower() if kind == "qkv" else ""
        elif number == 1 and first.dim() == 2:
            roles.rest.append(m.rows(width, "", flip))
    if "o" not in roles.made and len(roles.rest) == 1 and roles.made:
        roles.made["o"] = roles.rest.pop()
    said = re.search("[qkv]{3}", order)
    roles.order = said[0] if said and len(set(said[0])) == 3 else "qkv"
    return roles


def assigned(roles: Roles, h: int) -> Iterator[tuple[str, dict[str, Tensor], bool]]:
    """Yield what the matrices of h heads may be: a label, matrices, named or not."""
    made, rest = roles.made, roles.rest
    out = {"o": made["o"]} if "o" in made else {}
    if "kv" in made and "q" in made:
        for g in [1, h] if len(made["kv"]) % (2 * h) == 0 else [1]:
            k, v = made["kv"].unflatten(0, (g, 2, -1)).transpose(0, 1).flatten(1, 2)
            how = "keys and values fused head by head" if g > 1 else ""
            yield how, {"q": made["q"], "k": k, "v": v} | out, True
    elif "q" in made:
        label = "" if "k" in made else "queries and keys share a matrix"
        yield (
            label,
            {"k": made["q"]} | {c: t for c, t in made.items() if len(c) == 1},
            True,
        )
    elif "qkv" in made or (len(made.keys() - {"o"}) == 0 and 0 < len(rest) < 3):
        fused = made["qkv"] if "qkv" in made else rest[0]
        out = out or ({"o": rest[1]} if "qkv" not in made and len(rest) == 2 else {})
        inner = out["o"].shape[1] - 1 if out else len(fused) // 3
        for how, parts in cuts(fused, h, inner) if inner % h == 0 else ():
            three = dict(zip(roles.order, parts, strict=True))
            yield f"fused matrix {how}" if how else "", three | out, "qkv" in made
    elif len(rest) in (3, 4):
        for some in itertools.permutations(rest):
            yield "", dict(zip("qkvo", some, strict=False)) | out, False


def weight_sets(found: list[Matrix], width: int, heads: list[int]) -> list[Weights]:
    """Return what a layer's matrices may be, the likeliest first.

    Args:
        found: Its matrices.
        width: The features of its input.
        heads: How many heads it may have.
    """
    if not found:
        return [Weights({}, h, h) for h in heads if width % h == 0]
    sets = []
    for flip in (False, True) if any(m.raw for m in found) else (False,):
        roles = roles_of(found, width, flip)
        for h in [roles.heads] if roles.heads else heads:
            for label, made, named in assigned(roles, h):
                groups, left = divmod(len(made["k"]) * h, len(made["q"]))
                if not left and groups and len(made["q"]) % h == 0 and h % groups == 0:
                    sets.append(Weights(made, h, groups, label, named))
    return sets


def told_heads(module: nn.Module) -> int | None:
    """Return the number of heads that an attribute of a module says."""
    for part in module.modules():
        for holder in (
            part,
            *(getattr(part, n, None) for n in ("config", "cfg", "args")),
        ):
            some: list[Any] = [getattr(holder, name, None) for name in HEADS.split()]
            if told := next((v for v in some if type(v) is int and v > 0), 0):
                return told
    return None
