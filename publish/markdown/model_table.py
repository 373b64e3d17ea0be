"""The table of the gallery: a row for each published model, read off a block's output.

`snippets/gallery/index/all-models.py` builds the models, describes and counts them.
Nothing of a row is written here; only what a mechanism is called, and the lesson that
explains it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from publish.page_model import PageError
from publish.project import Project

BLOCK = "gallery/index/all-models"
COLUMNS = ("Attention", "Feed-forward", "Around them")


class Mechanism(NamedTuple):
    """What the facts of a layer, or of a model, have in common.

    Attributes:
        column: Where it stands in the table; -1 if it stands nowhere.
        fact: The name of the facts.
        pattern: A regular expression that matches the beginning of the facts.
        words: What it is called.
        lesson: The page that explains it, and perhaps the section.
    """

    column: int
    fact: str
    pattern: str
    words: str
    lesson: str


MECHANISMS = [
    Mechanism(*row)
    for row in (
        (
            0,
            "attention",
            r"(\d+) heads of \d+, \1 keys",
            "multi-head",
            "multi-head/split",
        ),
        (
            0,
            "attention",
            r"(\d+) heads of \d+, (?!\1 )\d+ k",
            "grouped queries",
            "modern/grouped",
        ),
        (0, "attention", r".* latent ", "latent vectors", "modern/latent"),
        (0, "attention", "gated delta", "gated delta rule", "recurrent/delta-layer"),
        (0, "attention", "Mamba", "Mamba-2", "recurrent/decay#mamba-2-is-this"),
        (0, "attention", "lightning", "lightning attention", "recurrent/decay"),
        (0, "attends to", "the last", "sliding window", "modern/windows"),
        (
            0,
            "attends to",
            "its chunk",
            "chunks",
            "modern/no-positions#chunks-and-windows",
        ),
        (0, "attends to", "the best", "chosen keys", "recurrent/selecting"),
        (0, "attends to", "all before", "all keys", "causal/mask"),
        (0, "positions", r"rotary(?!.* of )", "rotary", "modern/rotary"),
        (0, "positions", r"rotary.* of ", "rotary in part", "modern/partial-rotary"),
        (0, "positions", r"rotary.* times ", "YaRN", "modern/partial-rotary#yarn"),
        (0, "positions", "none", "no positions", "modern/no-positions"),
        (
            0,
            "QK-norm",
            "",
            "QK-norm",
            "recurrent/norms-and-gates#query-key-normalisation",
        ),
        (0, "gate", "", "output gate", "recurrent/norms-and-gates#a-gate"),
        (
            0,
            "decay",
            "of each head",
            "decay of heads",
            "recurrent/decay#one-number-or-many",
        ),
        (
            0,
            "decay",
            "of each channel",
            "decay of channels",
            "recurrent/decay#one-number-or-many",
        ),
        (0, "biases", "", "biases", "self-attention/classes"),
        (0, "scores", "times", "another scale", "modern/scales-and-caps"),
        (
            0,
            "scores",
            r".*capped",
            "capped scores",
            "modern/scales-and-caps#a-soft-cap",
        ),
        (0, "scores", r".*sink", "sinks", "modern/sinks"),
        (
            0,
            "scores",
            "sharper",
            "sharper far away",
            "modern/scales-and-caps#a-temperature-by-position",
        ),
        (1, "feed-forward", "SwiGLU", "SwiGLU", "frontier/llama#swiglu"),
        (
            1,
            "feed-forward",
            "Clamped",
            "clamped SwiGLU",
            "frontier/routers#weights-inside-and-a-gate-outside",
        ),
        (1, "feed-forward", "GeGLU", "GeGLU", "models/feed-forward"),
        (1, "experts", "", "experts", "frontier/experts"),
        (
            1,
            "experts",
            r".* weighed inputs",
            "weighed inputs",
            "frontier/routers#weights-inside-and-a-gate-outside",
        ),
        (1, "router", "Router", "softmax router", "frontier/routers"),
        (
            1,
            "router",
            "Sigmoid",
            "sigmoid router",
            "frontier/routers#a-sigmoid-for-each-score",
        ),
        (1, "router", "DeepSeek", "router with a bias", "frontier/balance"),
        (1, "shared expert", "", "shared expert", "frontier/experts#a-shared-expert"),
        (2, "norms", r".*RMSNorm", "RMSNorm", "frontier/llama#rmsnorm"),
        (
            2,
            "norms",
            r".*LayerNorm",
            "LayerNorm",
            "models/residual-and-norm#layernorm-by-hand",
        ),
        (2, "norms", r".*after", "norm after", "models/where-the-norm-stands"),
        (2, "norms", r".*before", "norm before", "models/where-the-norm-stands"),
        (
            2,
            "norms",
            r".*side by side",
            "parts side by side",
            "models/where-the-norm-stands",
        ),
        (
            2,
            "norms",
            r".*within",
            "norm in the residual",
            "models/where-the-norm-stands#in-the-residual-or-of-the-sum",
        ),
        (
            2,
            "residual to part",
            "",
            "factors of sums",
            "models/where-the-norm-stands#in-the-residual-or-of-the-sum",
        ),
        (
            2,
            "each part adds",
            "",
            "factor of each part",
            "modern/scales-and-caps#embeddings-against-parts",
        ),
        (2, "output table", "tied", "tied tables", "models/gpt"),
        (
            2,
            "embeddings",
            "times",
            "scaled embeddings",
            "modern/scales-and-caps#embeddings-against-parts",
        ),
        (
            2,
            "logits",
            "times",
            "scaled logits",
            "modern/scales-and-caps#what-forgetting-costs",
        ),
        (
            2,
            "logits",
            "capped",
            "capped logits",
            "modern/scales-and-caps#a-soft-cap",
        ),
        (-1, "cache", "", "cache", "modern/kv-cache"),
    )
]
# Facts of whole models that are sizes, or as in most models.
PLAIN = {"layers", "width", "vocabulary", "last norm", "as they are", "of its own"}
# The pages of families, by how the names of their models begin.
FAMILIES = {
    "command": "small", "deepseek": "deepseek", "gemma": "gemma", "glm": "glm",
    "gpt-oss": "gpt-oss", "granite-3": "small", "granite-4": "hybrids",
    "kimi-k2": "deepseek", "kimi-linear": "linear", "lfm": "hybrids",
    "llama-4": "llama4", "minimax-01": "linear", "minimax-m2": "glm", "mi": "mistral",
    "olmo": "olmo", "phi": "small", "qwen": "qwen", "qwen3-next": "linear",
    "seed-oss": "qwen", "smollm": "small",
}  # fmt: skip


def rows(project: Project) -> list[dict[str, Any]]:
    """What the block printed: a model in each line."""
    text = project.snippet(BLOCK).stored(".out").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def mechanisms_of(facts: Mapping[str, str]) -> list[Mechanism]:
    """What the facts of a kind of layers, or of a model, amount to."""
    return [
        each
        for each in MECHANISMS
        if each.fact in facts and re.match(each.pattern, facts[each.fact])
    ]


def unexplained(facts: Mapping[str, str]) -> Iterator[str]:
    """Facts that no mechanism has, and that are not plain."""
    known = {each.fact for each in mechanisms_of(facts)} | PLAIN
    for name, value in facts.items():
        if name not in known and value not in PLAIN:
            yield f"{name}: {value}"


def family(project: Project, name: str) -> str:
    """The page of a model's family, or nothing while there is none."""
    begins = max(filter(name.startswith, FAMILIES), key=len, default=None)
    if begins is None:
        raise PageError(f"{name} needs a page: a row of FAMILIES, in model_table.py")
    page = Path("gallery", f"{FAMILIES[begins]}.md")
    return page.name if (project.docs / page).is_file() else ""


def models(project: Project) -> str:
    """The table, in Markdown, for a page of `docs/gallery`."""
    head = ["Model", "Parameters", "Layers", *COLUMNS, "Cache of 32,768 tokens"]
    lines = [head, ["---"] * len(head)]
    for row in rows(project):
        page = family(project, row["name"])
        title = f"[{row['title']}]({page})" if page else row["title"]
        size = f"{row['parameters'] / 1e9:,.1f} B"
        if row["active"] != row["parameters"]:
            size += f"<br>{row['active'] / 1e9:.1f} B active"
        strip = f'<span class="strip">{row["letters"]}</span>'
        found = [
            each
            for facts in (*row["layers"].values(), row["whole"])
            for each in mechanisms_of(facts)
        ]
        cells = [
            ", ".join(
                f"[{each.words}]({link(each.lesson)})"
                for each in MECHANISMS
                if each.column == column and each in found
            )
            for column in range(len(COLUMNS))
        ]
        gib = row["cached"][5] / 2**30
        lines.append([title, size, strip, *cells, f"{gib:.2f} GiB"])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def link(lesson: str) -> str:
    """The address of a lesson from a page of the gallery."""
    page, mark, section = lesson.partition("#")
    return f"../{page}.md{mark}{section}"
