"""What a file imports, read without running it."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "attention"


def imported(path: Path) -> set[str]:
    """Top-level names of the packages that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports do not run when pasted"
            names.add((node.module or "").split(".")[0])
    return names


def public_names() -> list[str]:
    """What `attention/__init__.py` lists: `from … import name as name`."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return [a.name for node in imports for a in node.names if a.name == a.asname]
