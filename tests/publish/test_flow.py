"""Data walks one way through the rooms of `publish`."""

import ast
from pathlib import Path

# Each may import those before it, and none after. What is not listed may import all of
# them: the guards, the check.
FLOW = (
    "publish.digits", "publish.page_model", "publish.project",
    "publish.execute", "publish.cells", "publish.snapshots", "publish.pages",
    "publish.records", "publish.markdown", "publish.export", "publish.hooks",
)  # fmt: skip


def place(module: str) -> int:
    """The place of a module's room in the flow; behind all if it has none."""
    rooms = [room for room in FLOW if f"{module}.".startswith(f"{room}.")]
    return FLOW.index(max(rooms, key=len)) if rooms else len(FLOW)


def backwards(module: str, code: str) -> list[str]:
    """What a module imports, anywhere in it, that is below it in the flow."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    ours = [name for name in found if name.partition(".")[0] == "publish"]
    return [name for name in ours if place(name) > place(module)]


def test_no_room_imports_one_that_comes_after_it() -> None:
    root = Path(__file__).parents[2]
    found = {}
    for file in (root / "publish").rglob("*.py"):
        module = ".".join(file.relative_to(root).with_suffix("").parts)
        if wrong := backwards(module, file.read_text(encoding="utf-8")):
            found[module] = wrong
    assert found == {}


def test_an_arrow_that_runs_backwards_is_seen() -> None:
    for module, code in (
        ("publish.snapshots.accept", "from publish.pages import numbers"),
        ("publish.execute.block", "def f():\n    import publish.cells.trace"),
        ("publish.project", "from publish.pages.expand import blocks"),
    ):
        assert backwards(module, code)
