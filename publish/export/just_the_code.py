"""*Just the code*: each final class with all that it uses, as a block of its own page.

The blocks are made of the package's sources, and are run and compared like any other.
"""

from publish.export.standalone import laid_out, read, written_out
from publish.project import Project, Snippet, put

PAGE = "recap/just-the-code.md"
LENGTH = "context_length=6, dropout=0.0"
HEADS = f"{LENGTH}, num_heads=2"
CROSS = "dropout=0.0, num_heads=2"
# By the idea of a block, which is its class's name: its lesson, and an example's sizes.
CLASSES = {
    "self-attention-v2": ("self-attention/classes.md", "d_out=2"),
    "causal-attention": ("causal/class.md", f"d_out=2, {LENGTH}"),
    "multi-head-attention-wrapper": ("multi-head/side-by-side.md", f"d_out=2, {HEADS}"),
    "multi-head-attention": ("multi-head/split.md", f"d_out=4, {HEADS}"),
    "cross-attention": ("multi-head/cross-attention.md", f"d_out=4, {CROSS}"),
}
EXAMPLE = """\
import torch
from attention import {name}, {data}

if __name__ == "__main__":  # an example
    torch.manual_seed(123)
    layer = {name}(d_in=3, {sizes})
    print(layer({data}).detach())
"""


def blocks(project: Project) -> dict[str, str]:
    """By name, the blocks of the page."""
    texts, package = [], read(project)
    for idea, (lesson, sizes) in CLASSES.items():
        name = idea.title().replace("-", "")
        data = "target_inputs, inputs" if name == "CrossAttention" else "inputs"
        code = EXAMPLE.format(name=name, sizes=sizes, data=data)
        texts.append(written_out(project, package, code, project.url(lesson), ""))
    return dict(zip(CLASSES, laid_out(texts), strict=True))


def write(project: Project) -> None:
    """Writes the blocks where snippets are, if the course has their page."""
    for snippet, text in _wanted(project).items():
        put(snippet.path, text)


def stale(project: Project) -> list[str]:
    """Blocks of the page that are not what the package's sources give."""
    return [
        f"snippets/{snippet.id}.py is made of attention/, never by hand: `make outputs`"
        for snippet, text in _wanted(project).items()
        if not snippet.path.exists() or snippet.code != text
    ]


def _wanted(project: Project) -> dict[Snippet, str]:
    if PAGE not in project.pages:
        return {}
    folder = PAGE.removesuffix(".md")
    found = blocks(project).items()
    return {project.snippet(f"{folder}/{name}.py"): text for name, text in found}
