"""Data flows one way: attention → snippets → outputs → pages → site → what tests it."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Each may import itself and those before it. Snippets are executed, never imported.
FLOW = (
    "attention", "snippets", "publish", "publish.digits", "publish.page_model",
    "publish.project", "publish.execute", "publish.snapshots", "publish.run_records",
    "publish.pages",
    "publish.markdown", "publish.export", "publish.hooks", "publish.__main__",
    "benchmarks", "tests", "conftest",
)  # fmt: skip


def room(module: str) -> str | None:
    """The room of a module, the innermost; None if it is not ours."""
    rooms = [name for name in FLOW if f"{module}.".startswith(f"{name}.")]
    return max(rooms, key=len, default=None)


def imports(module: str, code: str) -> Iterator[str]:
    """What a module imports anywhere in it, and what it imports by name."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports do not run when pasted"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # `import_module("publish.execute")`, `Path("tests", …)`, "tests/facts"
            name = node.value.partition("/")[0]
            if name.partition(".")[0] in FLOW and name.replace(".", "").isidentifier():
                yield name


def backwards(module: str, code: str) -> list[str]:
    """What a module imports or reads that comes after it in the flow."""
    here = room(module)
    assert here, f"{module} has no room in the flow"
    found = [(name, room(name)) for name in imports(module, code)]
    return [name for name, at in found if at and FLOW.index(at) > FLOW.index(here)]


def test_no_room_imports_one_that_comes_after_it() -> None:
    found = {}
    for top in ("attention", "snippets", "publish", "benchmarks", "conftest.py"):
        folder = ROOT / top
        for file in [folder] if folder.is_file() else folder.rglob("*.py"):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            if wrong := backwards(module, file.read_text(encoding="utf-8")):
                found[module] = wrong
    assert found == {}


def test_an_arrow_that_runs_backwards_is_seen() -> None:
    for module, code in (
        ("publish.snapshots.accept", "from publish.pages import numbers"),
        ("publish.markdown.record_tables", "from benchmarks.page import tables"),
        ("publish.execute.block", "def f():\n    import publish.snapshots.results"),
        ("publish.project", "from publish.pages.expand_includes import blocks"),
        ("publish.pages.quoted_sentences", 'FOLDER = Path("tests", "facts")'),
        ("publish.execute.preload", 'import_module("publish.hooks.live")'),
        ("attention.causal.masks", "import publish.project"),
        ("attention.causal.masks", "import tests.facts"),
    ):
        assert backwards(module, code), (module, code)
