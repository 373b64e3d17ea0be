"""Which matrix is which: what a layer's parameters may be, the likeliest first."""

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor, nn

from attention.diagnosis.algebra import Weights

WORDS = {
    "q": "q query querie queri qs",
    "k": "k key",
    "v": "v value val",
    "kv": "kv",
    "qkv": "qkv kqv qvk vkq kvq vqk pack",
    "o": "o out output proj projection dense unify unifyhead combine merge final concat mix recombine",
}  # fmt: skip
HEADS = "num_heads n_heads n_head heads nhead nheads h num_attention_heads n_h head num_head nr_heads H"
HEADS += (
    " heads_num num_query_heads n_q_heads num_q_heads n_query_heads attention_heads"
)


class Matrix(NamedTuple):
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


Pair = tuple[Tensor, Tensor | None]


def role(name: str) -> str | None:
    """Return what a parameter of this name is likely to make."""
    found = None
    for component in name.split("."):
        words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", component)
        words = [re.sub(r"(?<=.)s$", "", w.lower()) for w in words]
        words = [re.sub(r"^(w|to|fc|proj|lin)(?=[qkvo]|out)", "", w) for w in words]
        kinds = {k for k, some in WORDS.items() for w in words if w in some.split()}
        joined = "_".join(words)
        if (
            "qkv" in kinds
            or {"q", "k", "v"} <= kinds
            or joined in ("c_attn", "in_proj", "in_proj_weight")
        ):
            found = "qkv"
        elif "kv" in kinds or {"k", "v"} <= kinds:
            found = "kv"
        elif {"q", "k"} <= kinds:
            found = "q"  # shared by queries and keys
        elif one := next((k for k in "qkv" if k in kinds), None):
            found = one
        elif "o" in kinds and found is None:
            found = "o"
    return found


def collect(module: nn.Module) -> list[Matrix]:
    """Return a module's matrices in the order of registration."""
    found: dict[str, Matrix] = {}
    for prefix, part in module.named_modules():
        own = dict(part.named_parameters(recurse=False))
        for name, p in own.items():
            weight = (
                p.data.flatten(1)
                if "Conv" in type(part).__name__ and p.dim() > 2
                else p.data
            )
            if weight.dim() not in (2, 3) or isinstance(part, nn.Embedding):
                continue
            linear = (
                name in ("weight", "in_proj_weight") and type(part).__name__ != "Conv1D"
            )
            linear = linear or name.endswith("proj_weight")
            full = f"{prefix}.{name}".strip(".")
            star = re.sub(r"(?<![^.])\d+(?![^.])|(?<=_)\d+$", "*", full)
            star = star.removesuffix(".weight")
            names = [
                name.replace("weight", "bias"),
                *(k for k in own if role(k) == role(name)),
            ]
            bias = next(
                (own[k].data for k in names if k in own and own[k].dim() == 1), None
            )
            entry = found.setdefault(star, Matrix(star, [], [], not linear))
            if not entry.parts or entry.parts[0].shape == weight.shape:
                entry.parts.append(weight)
                entry.biases.append(bias)
    return list(found.values())


def orient(matrix: Matrix, width: int, kind: str, flip: bool) -> Pair:
    """Return a matrix as (out, in), the heads of several parts one under another.

    Args:
        matrix: One of a name, or several heads.
        width: The features that it takes, or for kind "o" those that it gives.
        kind: What it makes.
        flip: Which of two possible orientations is tried.
    """
    parts = []
    for t in matrix.parts:
        if t.dim() == 3:
            place = [i for i in range(3) if t.shape[i] == width]
            axis = place[0] if place else 1
            t = (
                t.movedim(axis, 0).flatten(1)
                if kind == "o"
                else t.movedim(axis, -1).flatten(0, 1)
            )
        elif matrix.raw:
            fits = t.shape[0 if kind == "o" else 1] == width
            other = t.shape[1 if kind == "o" else 0] == width
            t = t if fits and (flip or not other) else t.mT
        parts.append(t)
    bias = (
        None
        if matrix.biases[0] is None
        else torch.cat([b for b in matrix.biases if b is not None])
    )
    return (parts[0] if kind == "o" else torch.cat(parts)), bias


def cut(pair: Pair, how: str, heads: int, inner: int) -> dict[str, Pair] | None:
    """Return queries', keys' and values' rows of a fused matrix, or None.

    Args:
        pair: The matrix and its bias.
        how: "thirds", "head by head", "feature by feature", "groups" or "group by group".
        heads: The number of heads of queries.
        inner: The features of all heads of queries.
    """
    rows, dim = pair[0].shape[0], inner // heads
    groups = (rows - inner) // (2 * dim)
    equal = rows == 3 * inner
    if how in ("thirds", "head by head", "feature by feature") and not equal:
        return None
    if how.startswith("group") and (
        equal or groups < 1 or rows != inner + 2 * groups * dim or heads % groups
    ):
        return None

    def pick(t: Tensor | None, i: int) -> Tensor | None:
        if t is None:
            return None
        if how == "thirds":
            return t.chunk(3)[i]
        if how == "head by head":
            return t.unflatten(0, (heads, 3, dim))[:, i].flatten(0, 1)
        if how == "feature by feature":
            return t.unflatten(0, (inner, 3))[:, i]
        if how == "groups":
            return t.split([inner, groups * dim, groups * dim])[i]
        each = t.unflatten(0, (groups, heads // groups + 2, dim))
        return (
            each[:, :-2].flatten(0, 2),
            each[:, -2].flatten(0, 1),
            each[:, -1].flatten(0, 1),
        )[i]

    return {c: (pick(pair[0], i), pick(pair[1], i)) for i, c in enumerate("qkv")}  # type: ignore[misc]


def assignments(
    found: list[Matrix], width: int, flip: bool, heads: Iterable[int]
) -> Iterator[tuple[str, dict[str, Pair], list[int], bool]]:
    """Return what the matrices may be: a label, the matrices, heads, and named or not."""
    roles: dict[str, Pair] = {}
    count: list[int] = []
    rest: list[Pair] = []
    heads = list(heads)
    for m in found:
        kind = m.role
        if kind == "o" and len(m.parts) == 1 and "o" not in roles:
            roles["o"] = orient(m, width, "o", flip)
        elif (
            kind in ("qkv", None)
            and len(m.parts) in (3, 4)
            and m.parts[0].dim() == 2
            and (not m.raw or kind)
        ):
            for c, t, b in zip("qkvo", m.parts, m.biases, strict=False):
                roles.setdefault(
                    c, orient(Matrix(m.name, [t], [b], m.raw), width, c, flip)
                )
        elif (
            kind in ("qkv", None) and m.parts[0].dim() == 3 and m.parts[0].shape[0] == 3
        ):
            for i, c in enumerate("qkv"):
                roles.setdefault(
                    c,
                    orient(
                        Matrix(m.name, [m.parts[0][i]], [None], True), width, c, flip
                    ),
                )
        elif kind in ("q", "k", "v", "kv", "qkv"):
            roles.setdefault(kind, orient(m, width, kind, flip))
            many = len(m.parts) if len(m.parts) > 1 else 0
            if m.parts[0].dim() == 3:
                many = next(
                    (s for i, s in enumerate(m.parts[0].shape) if s != width or i == 2),
                    0,
                )
            count = [many] if many and not count else count
        elif len(m.parts) == 1 and m.parts[0].dim() == 2:
            rest.append(orient(m, width, "", flip))
    heads = count or heads
    if "o" not in roles and len(rest) == 1 and roles:
        roles["o"] = rest.pop()
    keep = {c: roles[c] for c in "o" if c in roles}
    if "kv" in roles and "q" in roles:
        w, b = roles["kv"]
        for h in [0, *heads]:
            if w.shape[0] % (2 * max(h, 1)) == 0:
                halves = [
                    None if t is None else t.unflatten(0, (max(h, 1), 2, -1))
                    for t in (w, b)
                ]
                pair = {
                    c: tuple(
                        None if t is None else t[:, i].flatten(0, 1) for t in halves
                    )
                    for i, c in enumerate("kv")
                }
                yield (
                    ("keys and values fused head by head" if h > 1 else ""),
                    {"q": roles["q"], **pair, **keep},
                    heads,
                    True,
                )  # type: ignore[misc]
    elif "q" in roles:
        three = {c: roles[c] for c in "qkv" if c in roles}
        label = "" if "k" in three else "queries and keys share a matrix"
        yield label, {"k": three["q"], **three, **keep}, heads, True
    fused = [roles["qkv"]] if "qkv" in roles and "q" not in roles else []
    if not roles.keys() - {"o"}:
        fused = [r for r in rest[:1] if len(rest) < 3]
        keep = keep or ({"o": rest[1]} if len(rest) == 2 else {})
    for pair in fused:
        inner = keep["o"][0].shape[1] if keep else pair[0].shape[0] // 3
        for how in (
            "thirds",
            "groups",
            "head by head",
            "feature by feature",
            "group by group",
        ):
            for h in heads:
                if inner % h == 0 and (made := cut(pair, how, h, inner)):
                    yield (
                        (f"fused matrix {how}" if "by" in how else ""),
                        made | keep,
                        [h],
                        "qkv" in roles,
                    )
    if not roles.keys() - {"o"} and len(rest) in (3, 4):
        for some in itertools.permutations(rest):
            yield "", dict(zip("qkvo", some, strict=False)) | keep, heads, False


def weight_sets(found: list[Matrix], width: int, heads: list[int]) -> list[Weights]:
    """Return what a layer's matrices may be, the likeliest first.

    Args:
        found: Its matrices.
        width: The features of its input.
        heads: How many heads it may have.
    """
    sets = []
    for flip in (False, True) if any(m.raw for m in found) else (False,):
        for label, made, count, named in assignments(found, width, flip, heads):
            for h in count:
                rows = made["q"][0].shape[0]
                dim, left = divmod(rows, h)
                groups, more = divmod(made["k"][0].shape[0], dim or 1)
                if not left and not more and groups and h % groups == 0:
                    sets.append(Weights(made, h, groups, label, named))
    return sets or (
        [Weights({}, h, h) for h in heads if width % h == 0] if not found else []
    )


def told_heads(module: nn.Module | None) -> int | None:
    """Return the number of heads that an attribute of a module says."""
    for part in module.modules() if module else ():
        for holder in (
            part,
            *(getattr(part, n, None) for n in ("config", "cfg", "args")),
        ):
            for name in HEADS.split():
                value = getattr(holder, name, None)
                if type(value) is int and value > 0:
                    return value
    return None
