"""The factor of the scores: whether it is the root of d_k, and what excuses another."""

import math
import re

from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.catalogue import CATALOGUE
from attention.diagnosis.numbers import close

MEANT = {  # a class of this name means it
    "scale=one": "GPTNeo(?!X)|T5|Luong",
    "softmax=sigmoid": "sigmoid",
    "softmax=linear": "linear",
    "softmax=none": "linear|decay|retent|delta|mamba",
    "mask=strict": "strict",
    "softmax=queries": "slot",
    **dict.fromkeys(("scale", "scale=d_k", "scale=d_in"), "mu_?p"),
    "scale=d_model": r"mu_?p|\bMAB\b",  # of the Set Transformer's authors
    "mask=transposed": "backward|reverse|anti",
}


def tell(case: Case, key: str, line: str) -> str:
    """Report a mistake, or a note if the layer means it; return how it says so."""
    said = meant(case, key.removesuffix("-finite").removesuffix("-zero"))
    case.add(key, said, line, "note" if said else "")
    case.plain &= not said
    return said


def meant(case: Case, key: str, factor: float = 1.0) -> str:
    """Return how a layer says that it means what would be a mistake, or nothing.

    Args:
        case: The attention.
        key: The mistake.
        factor: By what the scores are multiplied.
    """
    kinds = [type(m) for m in case.module.modules()]
    types = [k.__name__ for k in kinds if k.__module__[:5] != "torch"]
    names = " ".join([*types, case.report.subject])
    if key in MEANT and re.search(MEANT[key], names, re.I):
        return "as its name says"
    if not key.startswith("scale"):
        return ""
    if key == "scale=one" and case.streams == 1 and not [*case.module.parameters()]:
        return "attention without matrices"
    if key == "scale=one" and any("Conv" in k.__name__ for k in kinds):
        return "as in non-local networks, between convolutions"  # Wang et al., 2018
    # The root of d_model in self.scale is the mistake itself, and no excuse for it.
    free = key in ("scale", "scale=one")
    names = "scal|multiplier|factor|temperature" if free else "multiplier"
    known = [(k, v) for k, v in case.known if re.search(names, k)]
    said = [k for k, v in known if v is None and key == "scale=one"]
    known += [(k, p) for k, p in case.module.named_parameters() if p.numel() == 1]
    usual = [factor]
    if key == "scale":  # or besides the root of d_k
        usual.append(factor * case.reading.q.values.shape[-1] ** 0.5)
    for name, value in known:
        if isinstance(value, float | int | Tensor) and value:
            v = abs(float(value))
            if any(abs(p / f - 1) < 1e-4 for p in (v, 1 / v) for f in usual):
                said.append(name)
    return f"as {said[0]} says" if said else ""


def names_of(case: Case, factor: float) -> list[str]:
    """Return which factors of scores this one is, the right one as ""."""
    (_, n, m), d, h = case.reading.shape, case.reading.q.values.shape[-1], case.heads
    sizes = [("", d), ("one", 1), ("d_model", h * d), ("d_in", case.width)]
    sizes += [("d_k", d**2), ("inverse", 1 / d), ("heads", h), ("length", m)]
    sizes += [("length", n)]
    some = (k for k, size in sizes if abs(factor * size**0.5 - 1) < 1e-4)
    return list(dict.fromkeys(some))


def unit(vectors: Tensor) -> bool:
    """Return whether the vectors of each part have one length."""
    sizes = vectors.norm(dim=-1)
    return close(sizes, sizes[:, :1].expand_as(sizes))


def judge_scale(case: Case, factor: float, line: str) -> None:
    """Compare the factor of the scores with the root of d_k.

    Args:
        case: The attention.
        factor: By what the products of queries and keys are multiplied; nan if each
            head has a factor of its own.
        line: Where.
    """
    r, report, names = case.reading, case.report, names_of(case, factor)
    if case.late != 1.0:
        keys = {"": "scale=after", "d_model": "scale=after-d_model"}
        after = [keys[k] for k in names_of(case, case.late) if k in keys]
        if after and names[:1] == ["one"]:
            case.add(after[0], line=(r.steps("mul", "div") or r.mixed)[-1].said)
        else:
            case.unsure("why the weights are multiplied by a number")
    elif "" in names or case.composite or case.askew:
        return
    elif all(unit(t.values) for t in (r.q, r.k)):
        case.unusual("cosines of queries and keys")  # with a factor of their own
    elif math.isnan(factor):
        case.unsure("why each head has a factor of its own")
    else:
        key = f"scale={names[0]}" if names else "scale"
        detail = said = meant(case, key, factor)
        if key == "scale=one" and case.biased and not said:
            detail = said = "with a bias for each pair of places, as in T5"
        if key == "scale":
            root = r.q.values.shape[-1] ** 0.5
            detail = f"{1 / factor:.6g}; the root of d_k is {root:.6g}"
        case.add(key, detail, line, "note" if said else "MISTAKE")
        report.ties += [CATALOGUE[f"scale={k}"].name for k in names[1:]]
