"""What names say: of a parameter what it makes, of an attribute how many heads."""

import re
from collections.abc import Iterator
from typing import Any

from torch import Tensor, nn

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
