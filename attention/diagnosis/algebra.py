"""Attention with switches: right at their defaults, and each mistake is one switch.

For the inputs X_q, X_k and X_v of a layer, with its own matrices:

    Z_h = softmax(turn(X_q W_Q)_h turn(X_k W_K)_g^T / sqrt(d_k) + M) (X_v W_V)_g
    out = Concat(Z_1, …, Z_num_heads) W_O
"""

from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from attention.diagnosis.rotary import turn

Switches = dict[str, Any]
Inputs = tuple[Tensor, Tensor, Tensor]
FAR = 1e9  # what stands for infinity in a mask with a large number


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

    def project(
        self, kind: str, x: Tensor, flip: bool = False, bias: bool = True
    ) -> Tensor:
        """Return x times one of the matrices, or x if there is none of this kind."""
        if kind not in self.matrices:
            return x
        weight, b = self.matrices[kind][:, :-1], self.matrices[kind][:, -1]
        return F.linear(x, weight.mT if flip else weight, b if bias else None)

    def inner(self, width: int) -> int:
        """Return the features of all heads of queries, for inputs of some width."""
        return len(self.matrices["q"]) if "q" in self.matrices else width


def divide(x: Tensor, heads: int, how: str = "") -> Tensor:
    """Return (batch, heads, tokens, head_dim) of (batch, tokens, features)."""
    b, n, width = x.shape
    if how == "view":
        return x.reshape(b, heads, n, width // heads)
    if how == "last":
        return x.reshape(b, n, width // heads, heads).permute(0, 3, 1, 2)
    return x.reshape(b, n, heads, width // heads).transpose(1, 2)


def join(x: Tensor, how: str = "") -> Tensor:
    """Return (batch, tokens, features) of (batch, heads, tokens, head_dim)."""
    b, h, n, d = x.shape
    if how == "view":
        return x.reshape(b, n, h * d)
    if how == "last":
        return x.permute(0, 2, 3, 1).reshape(b, n, h * d)
    if how == "batch":
        return x.reshape(h, b, n, d).permute(1, 2, 0, 3).reshape(b, n, h * d)
    return x.transpose(1, 2).reshape(b, n, h * d)


def scale_of(q: Tensor, width: int, d_in: int, value: str | float) -> float:
    """Return the factor of the scores of queries (batch, heads, tokens, d_k)."""
    _, h, n, d_k = q.shape
    if isinstance(value, float):
        return value
    size = {"d_model": width, "d_in": d_in, "heads": h, "length": n}.get(value, d_k)
    if value == "one" or value.startswith("after"):
        return 1.0
    return size ** {"d_k": -1.0, "inverse": 0.5}.get(value, -0.5)


def allowed(mask: str, n: int, m: int, given: Tensor | None) -> Tensor:
    """Return which of m keys each of n queries may attend to, by a rule's name."""
    if given is not None:
        return given
    shift = 1 if mask == "next" else -1 if mask.startswith("strict") else 0
    allow = torch.ones(n, m, dtype=torch.bool).tril(m - n + shift)
    return allow.triu(m - n - int(mask[6:]) + 1) if mask.startswith("window") else allow


def hide(scores: Tensor, allow: Tensor, mask: str) -> Tensor:
    """Return the scores with a mask, in the right way or in one of the wrong ways."""
    if mask in ("weights", "after", "after-finite", "renorm", "none"):
        return scores  # these come after the softmax
    if mask == "added":
        return scores + allow.to(scores.dtype)
    if mask == "subtracted":
        return scores + (~allow).to(scores.dtype)
    if mask == "times":
        return scores * allow
    if mask == "positive":
        return scores.masked_fill(~allow, FAR)
    blocked = allow if mask.startswith("inverted") else ~allow
    blocked = blocked.mT if mask == "transposed" else blocked
    return scores.masked_fill(blocked, -FAR if mask.endswith("finite") else -torch.inf)


def normalise(scores: Tensor, kind: str) -> Tensor:
    """Return the weights of scores, by the softmax or by what was put in its place."""
    if kind in ("", "twice", "queries", "heads", "batch"):
        dim = {"queries": -2, "heads": -3, "batch": 0}.get(kind, -1)
        weights = scores.softmax(dim)
        return weights.softmax(-1) if kind == "twice" else weights
    if kind == "linear":
        return scores / scores.sum(-1, keepdim=True)
    if kind == "exp":
        return scores.exp()
    if kind == "keepdim":
        return scores.exp() / scores.exp().sum(-1)[..., None, :]
    if kind == "flat":
        return scores.flatten(-2).softmax(-1).view_as(scores)
    if kind == "log":
        return scores.log_softmax(-1)
    return scores.sigmoid() if kind == "sigmoid" else scores


def alibi_slopes(heads: int, first: bool = False) -> Tensor:
    """Return ALiBi's slope of each head, for powers of two and between them."""
    power = 2 ** (heads.bit_length() - 1)
    steps = [-8 * i / power for i in range(1, power + 1)]
    steps += [-4 * i / power for i in range(1, 2 * (heads - power), 2)]
    return 2.0 ** (torch.tensor(steps) - 8 / power * -int(first))


def attend(
    q: Tensor, k: Tensor, v: Tensor, s: Switches, width: int = 0, d_in: int = 0
) -> Tensor:
    """Return the contexts (batch, heads, tokens, head_dim) under some switches."""
    if across := s.get("attend") == "heads":
        q, k, v = (t.transpose(1, 2) for t in (q, k, v))
        if s.get("mask", "none") != "none":
            raise ValueError("a mask of tokens does not fit heads")
    n, m, d_k = q.shape[-2], k.shape[-2], q.shape[-1]
    value = s.get("scale", "")
    scores = q @ k.mT * scale_of(q, width or d_k, d_in or d_k, value)
    if cap := s.get("cap"):
        scores = cap * (scores / cap).tanh()
    if alibi := s.get("alibi"):
        apart = (torch.arange(n)[:, None] + m - n - torch.arange(m)).abs().to(q.dtype)
        slopes = alibi_slopes(q.shape[1], alibi == "first").to(q.dtype)
        sign = 1 if alibi == "plus" else -1
        scores = scores + sign * slopes[:, None, None] * apart
    mask = s.get("mask", "none")
    allow = allowed(mask, n, m, s.get("allow"))
    weights = s.get("drop_scores", lambda t: t)(hide(scores, allow, mask))
    weights = normalise(weights, s.get("softmax", ""))
    if mask.endswith("-zero"):
        weights = weights.nan_to_num(0.0)
    elif mask in ("weights", "renorm"):
        weights = weights * allow
        if mask == "renorm":
            weights = weights / weights.sum(-1)[..., None, :]
    elif mask.startswith("after"):
        weights = weights.masked_fill(~allow, -FAR if "-" in mask else -torch.inf)
    if str(value).startswith("after"):
        weights = weights * (width if "d_model" in str(value) else d_k) ** -0.5
    weights = s.get("drop", lambda t: t)(weights)
    out = (weights.mT if s.get("mix") == "transposed" else weights) @ v
    return out.transpose(1, 2) if across else out


def turned(q: Tensor, k: Tensor, v: Tensor, s: Switches, start: int = 0) -> Inputs:
    """Return queries, keys and values, turned by positions or in a wrong way."""
    how, rotary = s.get("turn", ""), s.get("rotary")
    if rotary is None:
        return q, k, v
    if how == "heads":
        q, k = (turn(t.transpose(1, 2), rotary).transpose(1, 2) for t in (q, k))
        return q, k, v
    which = how if how in ("q", "k", "qkv") else "qk"
    hows = {"q": how, "k": "back" if how == "opposite" else how, "v": ""}
    some = zip("qkv", (q, k, v), strict=True)
    q, k, v = (turn(t, rotary, hows[c], start) if c in which else t for c, t in some)
    return q, k, v


def heads_of(w: Weights, inputs: Inputs, s: Switches, start: int = 0) -> Inputs:
    """Return queries, keys and values, one of each for every head."""
    x = dict(zip("qkv", inputs, strict=True))
    sources = [x[c] for c in s.get("source", "qkv")]
    sources = [s["pre"](t) if s.get("pre") else t for t in sources]
    bias, flips = s.get("bias") != "none", s.get("linear", "")
    order = zip(s.get("order", "qkv"), sources, strict=True)
    flat = [w.project(c, t, c in flips, bias) for c, t in order]
    if s.get("turn") == "unsplit" and s.get("rotary"):
        flat[:2] = (turn(t, s["rotary"]) for t in flat[:2])
        s = {**s, "rotary": None}
    how = s.get("split", "")
    viewed = [how in ("view", "both", f"view-{c}") for c in "qkv"]
    ways = ["view" if view else how for view in viewed]
    counts = w.heads, w.groups, w.groups
    q, k, v = (divide(t, h, way) for t, h, way in zip(flat, counts, ways, strict=True))
    if norms := s.get("norms"):
        q, k = norms[0](q), norms[-1](k)
    q, k, v = turned(q, k, v, s, start)
    return q, repeat(k, w, s, "k"), repeat(v, w, s, "v")


def repeat(x: Tensor, w: Weights, s: Switches, kind: str) -> Tensor:
    """Return keys or values once for each head of their group."""
    each, how = w.heads // w.groups, s.get("repeat", "")
    if each > 1 and how in ("tile", f"tile-{kind}"):
        return x.repeat(1, each, 1, 1)
    return x.repeat_interleave(each, 1)


def reference(w: Weights, inputs: Inputs, s: Switches) -> Tensor:
    """Return what a layer with these matrices computes, under some switches.

    Args:
        w: The matrices.
        inputs: What queries, keys and values are made from, each (batch, tokens, d_in).
        s: The switches, conventions and mistakes alike.
    """
    q, k, v = heads_of(w, inputs, s)
    y = attend(q, k, v, s, q.shape[1] * q.shape[-1], inputs[0].shape[-1])
    y = join(y, "view" if s.get("split") == "both" else s.get("merge", ""))
    return finish(w, y, inputs[0], s)


def finish(w: Weights, y: Tensor, x: Tensor, s: Switches) -> Tensor:
    """Return what the output projection, a residual and a norm make of the contexts."""
    out = s.get("out", "once")
    for _ in range({"none": 0, "twice": 2}.get(out, 1)):
        y = w.project("o", y, out == "untransposed", out != "no-bias")
    y = s.get("drop_out", lambda t: t)(y)
    if s.get("residual") == "x" or s.get("post"):
        y = y + x
    y = y + y if s.get("residual") == "double" else y
    return s["post"](y) if s.get("post") else y


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
