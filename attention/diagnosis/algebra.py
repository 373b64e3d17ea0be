"""Attention with switches: right at their defaults, and each mistake is one switch.

For the inputs X_q, X_k and X_v of a layer, with its own matrices:

    Z_h = softmax(turn(X_q W_Q)_h turn(X_k W_K)_g^T / sqrt(d_k) + M) (X_v W_V)_g
    out = Concat(Z_1, …, Z_num_heads) W_O
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

Switches = dict[str, Any]
Inputs = tuple[Tensor, ...]
FAR = 1e9  # what stands for infinity in a mask with a large number
NORMALISE: dict[str, Callable[[Tensor], Tensor]] = {
    "": lambda s: s.softmax(-1),
    "queries": lambda s: s.softmax(-2),
    "heads": lambda s: s.softmax(-3),
    "batch": lambda s: s.softmax(0),
    "twice": lambda s: s.softmax(-1).softmax(-1),
    "flat": lambda s: s.flatten(-2).softmax(-1).view_as(s),
    "linear": lambda s: s / s.sum(-1, keepdim=True),
    "exp": torch.exp,
    "keepdim": lambda s: s.exp() / s.exp().sum(-1)[..., None, :],
    "log": lambda s: s.log_softmax(-1),
    "sigmoid": torch.sigmoid,
    "none": lambda s: s,
}
HIDE: dict[str, Callable[[Tensor, Tensor], Tensor]] = {  # those that are not a fill
    "added": lambda s, allow: s + allow,
    "subtracted": lambda s, allow: s + ~allow,
    "times": lambda s, allow: s * allow,
    "positive": lambda s, allow: s.masked_fill(~allow, FAR),
    "hidden": lambda s, allow: s * 0,
}
LATE: dict[str, Callable[[Tensor, Tensor], Tensor]] = {  # these act on the weights
    "none": lambda w, allow: w,
    "weights": lambda w, allow: w * allow,
    "renorm": lambda w, allow: w * allow / (w * allow).sum(-1)[..., None, :],
    "after": lambda w, allow: w.masked_fill(~allow, -torch.inf),
    "after-finite": lambda w, allow: w.masked_fill(~allow, -FAR),
}


class Rotary(NamedTuple):
    """A convention of turning.

    Attributes:
        pairs: "halves", feature i with i + d / 2, or "neighbours", 2i with 2i + 1.
        base: The base of the frequencies, 10000 in most models.
        width: The number of features that are turned, the first ones; None for all.
    """

    pairs: str
    base: float = 10000.0
    width: int | None = None


def turn(x: Tensor, rotary: Rotary, how: str = "", start: int = 0) -> Tensor:
    """Return x (..., tokens, features) turned by the positions of its tokens.

    Args:
        x: Queries or keys.
        rotary: The convention.
        how: The mistake: "back", "fast", "slow", "one", "no-minus", "mixed", "mixed-2".
        start: The position of the first token.
    """
    some, rest = x[..., : rotary.width], x[..., rotary.width or x.shape[-1] :]
    n, d = some.shape[-2:]
    powers = torch.arange(0, d, 2, dtype=x.dtype) / d
    powers = powers * {"fast": 2.0, "slow": 0.5, "one": 0.0}.get(how, 1.0)
    angles = torch.arange(start, start + n, dtype=x.dtype)[:, None]
    angles = angles * rotary.base**-powers
    halves = {"mixed": True, "mixed-2": False}.get(how, rotary.pairs == "halves")
    a, b = some.chunk(2, -1) if halves else (some[..., ::2], some[..., 1::2])
    b = b if how == "no-minus" else -b
    partner = torch.cat([b, a], -1) if halves else torch.stack([b, a], -1).flatten(-2)
    halves ^= how.startswith("mixed")  # the angles lie in the other order
    angles = angles.repeat(1, 2) if halves else angles.repeat_interleave(2, -1)
    sin = -angles.sin() if how == "back" else angles.sin()
    return torch.cat([some * angles.cos() + partner * sin, rest], -1)


@dataclass
class Weights:
    """The matrices of a layer, each (out, in + 1), and how it has heads.

    Attributes:
        matrices: Those of q, k, v and o, the last column a bias; without one, the layer
            takes its input as it is.
        heads: The number of heads of queries.
        groups: The number of heads of keys and values.
        label: How the matrices lie in the layer's parameters, where that says anything.
        named: Whether names told which matrix is which.
    """

    matrices: dict[str, Tensor]
    heads: int
    groups: int
    label: str = ""
    named: bool = True

    def project(self, kind: str, x: Tensor, flip: bool, bias: bool) -> Tensor:
        """Return x times one of the matrices, or x if there is none of this kind."""
        if kind not in self.matrices:
            return x
        weight, b = self.matrices[kind][:, :-1], self.matrices[kind][:, -1]
        return F.linear(x, weight.mT if flip else weight, b if bias else None)


def divide(x: Tensor, heads: int, how: str = "") -> Tensor:
    """Return (batch, heads, tokens, head_dim) of (batch, tokens, features)."""
    if how == "view":
        return x.reshape(len(x), heads, x.shape[1], -1)
    if how == "last":
        return x.unflatten(-1, (-1, heads)).permute(0, 3, 1, 2)
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def join(x: Tensor, how: str = "") -> Tensor:
    """Return (batch, tokens, features) of (batch, heads, tokens, head_dim)."""
    b, h, n, d = x.shape
    x = x.reshape(h, b, n, d).transpose(0, 1) if how == "batch" else x
    axes = {"view": (0, 1, 2, 3), "last": (0, 2, 3, 1)}.get(how, (0, 2, 1, 3))
    return x.permute(axes).reshape(b, n, h * d)


def allowed(mask: str, n: int, m: int) -> Tensor:
    """Return which of m keys each of n queries may attend to, by a rule's name."""
    shift = 1 if mask == "next" else -1 if mask.startswith("strict") else 0
    allow = torch.ones(n, m, dtype=torch.bool).tril(m - n + shift)
    if mask == "short" and m > 1:
        allow[:, -1] = False
    return allow.triu(m - n - int(mask[6:]) + 1) if mask.startswith("window") else allow


def hide(scores: Tensor, allow: Tensor, mask: str) -> Tensor:
    """Return the scores with a mask, in the right way or in one of the wrong ways."""
    if mask in LATE:
        return scores
    if mask in HIDE:
        return HIDE[mask](scores, allow)
    blocked = allow if mask.startswith("inverted") else ~allow
    blocked = blocked.mT if mask == "transposed" else blocked
    return scores.masked_fill(blocked, -FAR if mask.endswith("finite") else -torch.inf)


def alibi(heads: int, n: int, m: int, how: str) -> Tensor:
    """Return what ALiBi adds to scores, by slopes for powers of two and between."""
    power = 2 ** (heads.bit_length() - 1)
    steps = [-8 * i / power for i in range(1, power + 1)]
    steps += [-4 * i / power for i in range(1, 2 * (heads - power), 2)]
    slopes = 2.0 ** (torch.tensor(steps) + 8 / power * (how == "first"))
    apart = (torch.arange(n)[:, None] + m - n - torch.arange(m)).abs()
    return (1 if how == "plus" else -1) * slopes[:, None, None] * apart


def filled(s: Switches) -> Switches:
    """Return switches of which those that are not set are empty."""
    return defaultdict(str, s)


def scale_of(how: str | float, h: int, n: int, d: int, d_in: int) -> float:
    """Return the factor of the scores, or of the weights, under a switch."""
    if isinstance(how, float):
        return how
    size = {"d_model": h * d, "d_in": d_in, "heads": h, "length": n}
    power = {"one": 0.0, "d_k": -1.0, "inverse": 0.5}.get(how, -0.5)
    return size.get(how.removeprefix("after-"), d) ** power


def attend(q: Tensor, k: Tensor, v: Tensor, s: Switches, d_in: int = 0) -> Tensor:
    """Return the contexts (batch, heads, tokens, head_dim) under some switches."""
    s, (_, h, n, d) = filled(s), q.shape
    mask, how = s["mask"] or "none", s["scale"]
    factor = scale_of(how, h, n, d, d_in)
    late = str(how).startswith("after")
    if s["attend"] == "heads":
        if mask != "none":
            raise ValueError("a mask of tokens does not fit heads")
        q, k, v = (t.transpose(1, 2) for t in (q, k, v))
    (_, h, n, _), m = q.shape, k.shape[-2]
    scores = q @ k.mT * (1 if late else factor)
    if cap := s["cap"]:
        scores = cap * (scores / cap).tanh()
    if s["alibi"]:
        scores = scores + alibi(h, n, m, s["alibi"]).to(q.dtype)
    scores = scores + s.get("bias_of_places", 0.0)
    allow = allowed(mask, n, m) if s.get("allow") is None else s["allow"]
    weights = NORMALISE[s["softmax"]](hide(scores, allow, mask))
    weights = weights.nan_to_num(0.0) if mask.endswith("-zero") else weights
    weights = LATE.get(mask, LATE["none"])(weights, allow) * (factor if late else 1)
    out = (weights.mT if s["mix"] == "transposed" else weights) @ v
    return out.transpose(1, 2) if s["attend"] else out


def turned(t: Tensor, kind: str, s: Switches, start: int = 0) -> Tensor:
    """Return queries, keys or values of heads, turned by positions if they are."""
    how, rotary = s.get("turn", ""), s.get("rotary")
    which = how if how in ("q", "k", "qkv") else "qk"
    if rotary is None or kind not in which or how == "unsplit":
        return t
    if how == "heads":
        return turn(t.transpose(1, 2), rotary).transpose(1, 2)
    return turn(t, rotary, "back" if how + kind == "oppositek" else how, start)


def heads_of(w: Weights, inputs: Inputs, s: Switches) -> Inputs:
    """Return the queries, keys and values of each head, before they are turned."""
    s, made = filled(s), list[Tensor]()
    x: dict[str, Tensor] = dict(zip("qkv", inputs, strict=True))
    rows = zip("qkv", s["order"] or "qkv", s["source"] or "qkv", strict=True)
    for c, kind, source in rows:
        t = s["pre"](x[source]) if s["pre"] else x[source]
        if s["linear"] != "none":
            bias = s["bias"] not in ("none", f"no-{kind}")
            t = w.project(kind, t, kind in s["linear"], bias)
        if s["turn"] == "unsplit" and s["rotary"] and c != "v":
            t = turn(t, s["rotary"])
        how = "view" if s["split"] in ("both", f"view-{c}") else s["split"]
        made.append(divide(t, w.heads if c == "q" else w.groups, how))
    if norms := s["norms"]:
        made[:2] = [norms[0](made[0]), norms[-1](made[1])]
    return tuple(made)


def repeat(x: Tensor, w: Weights, s: Switches, kind: str) -> Tensor:
    """Return keys or values once for each head of their group."""
    each = w.heads // w.groups
    if s.get("repeat") in ("tile", f"tile-{kind}"):
        return x.repeat(1, each, 1, 1)
    return x.repeat_interleave(each, 1)


def reference(
    w: Weights, inputs: Inputs, s: Switches, cuts: tuple[int, ...] = (), cache: str = ""
) -> Tensor:
    """Return what a layer with these matrices computes, under some switches.

    Args:
        w: The matrices.
        inputs: What queries, keys and values are made from, each (batch, tokens, d_in).
        s: The switches, conventions and mistakes alike.
        cuts: The numbers of tokens that come one after the other, with a cache; by
            default all come at once.
        cache: The mistake of the cache: "positions", "is_causal", "open", "forgets" or
            "again".
    """
    q, k, v = heads_of(w, inputs, s)
    keys, values, parts, at = k[:, :, :0], v[:, :, :0], [], 0
    for size in cuts or (q.shape[2],):
        rows, past = slice(at, at + size) if cuts else slice(None), keys.shape[2]
        start = {"positions": 0, "forgets": past}.get(cache, at)
        keys = turned(keys, "k", s) if cache == "again" else keys
        keys = torch.cat([keys, turned(k[:, :, rows], "k", s, start)], 2)
        values = torch.cat([values, turned(v[:, :, rows], "v", s, start)], 2)
        ones = torch.ones(size, keys.shape[2], dtype=torch.bool)
        allow = {"is_causal": ones.tril(), "open": ones if past else None}.get(cache)
        some = repeat(keys, w, s, "k"), repeat(values, w, s, "v")
        here = s if allow is None else s | {"allow": allow}
        first = turned(q[:, :, rows], "q", s, start)
        y = attend(first, *some, here, inputs[0].shape[-1])
        parts.append(finish(w, y, inputs[0][:, rows], s))
        at += size
        if cache == "forgets":
            keys, values = keys[:, :, past:], values[:, :, past:]
    return torch.cat(parts, 1)


def finish(w: Weights, y: Tensor, x: Tensor, s: Switches) -> Tensor:
    """Return what the merge, the output projection, a sum and a norm make of heads."""
    s = filled(s)
    y = join(y, "view" if s["split"] == "both" else s["merge"])
    for _ in range({"none": 0, "twice": 2}.get(s["out"], 1)):
        y = w.project("o", y, s["out"] == "untransposed", s["out"] != "no-bias")
    if s["residual"] == "x" or (s["post"] and s["residual"] != "none"):
        y = y + x
    y = y + y if s["residual"] == "double" else y
    return s["post"](y) if s["post"] else y


def distance(a: Tensor | None, b: Tensor) -> float:
    """Return the largest difference in relation to the largest number of b.

    Infinite if shapes differ, or places of nan and of infinity.
    """
    if a is None or a.shape != b.shape:
        return torch.inf
    ok = b.isfinite()
    if not torch.equal(a.isnan(), b.isnan()) or not torch.equal(ok, a.isfinite()):
        return torch.inf
    if not ok.any():
        return 0.0
    return float((a[ok] - b[ok]).abs().max() / b[ok].abs().max().clamp(min=1e-30))
