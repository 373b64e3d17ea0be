"""What a file imports, read without running it."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "attention"
# What attention is; what a text is made of; published weights; whole models; many
# processes; tasks; what is ours to play with; figures.
SURFACES = (
    "attention", "attention.text", "attention.loaders", "attention.gallery",
    "attention.distributed", "attention.practice", "attention.examples",
    "attention.plotting",
)  # fmt: skip
# What torchrun starts; no package may import it, or Python warns that it runs twice.
STARTED = (
    "collectives", "data", "tensor", "two_ways", "ring", "ulysses", "pipeline",
    "experts",
)  # fmt: skip


def imported(path: Path) -> set[str]:
    """Top-level names of the packages that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= imports(node)
    return names


def imports(node: ast.Import | ast.ImportFrom) -> set[str]:
    """Top-level names of the packages that a statement imports."""
    if isinstance(node, ast.Import):
        return {alias.name.split(".")[0] for alias in node.names}
    assert node.level == 0, "relative imports do not run when pasted"
    return {(node.module or "").split(".")[0]}


def public_names(surface: str = "attention") -> list[str]:
    """What a package of ours lists as its own, in `__all__`."""
    folder = PACKAGE.parent.joinpath(*surface.split("."))
    for node in ast.parse((folder / "__init__.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    raise AssertionError(f"{surface} has no __all__")


def started_names(module: str) -> list[str]:
    """What a module that torchrun starts defines for the blocks of its page."""
    path = PACKAGE / "distributed" / f"{module}.py"
    body = ast.parse(path.read_text("utf-8")).body
    names = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    return [name for name in names if not name.startswith("_")]
