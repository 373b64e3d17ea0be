"""What a file imports, read without running it."""

import ast
from pathlib import Path


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
