"""Tries dist/ as on a reader's machine: a new environment, and blocks as copied.

``make rehearse`` runs this. The wheel is installed with its extras; what they need
comes from our locks, by hash. From an empty folder, `python -I` finds nothing else.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from publish.snapshots.compare import differences

EXTRAS = {"import matplotlib": "plot", "import tiktoken": "text"}
FEWEST = 10  # blocks
TOKENS = str(Path(".cache", "tiktoken").resolve())  # tiktoken would download them


def version() -> str:
    """The version in pyproject.toml, which CITATION.cff and the tag must have, too."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    ours = project["project"]["version"]
    cited = f"\nversion: {ours}\n" in Path("CITATION.cff").read_text(encoding="utf-8")
    assert cited, f"CITATION.cff does not have version {ours}"
    tag = os.environ.get("TAG") or f"v{ours}"
    assert tag == f"v{ours}", f"the tag is {tag}, but pyproject.toml has {ours}"
    return ours


def blocks() -> set[Path]:
    """Of each part the last block that uses the package, and one for each extra."""
    chosen: dict[str, Path] = {}
    for path in sorted(Path("snippets").rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        prints = path.with_suffix(".out").exists() and "# raises" not in code
        if prints and "from attention" in code:
            chosen[path.parts[1]] = path
            chosen |= {extra: path for line, extra in EXTRAS.items() if line in code}
    assert len({*chosen.values()}) >= FEWEST, chosen
    assert {*EXTRAS.values()} <= {*chosen}, chosen
    return {*chosen.values()}


def install(wheel: Path, environment: Path) -> Path:
    """Returns the Python of an environment that holds the wheel and what it needs."""
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    only = ["install", "--quiet", "--only-binary=:all:"]
    # pip knows the index of CPU builds; uv takes hashes from a file of constraints.
    torch = ["--no-deps", "--require-hashes", "-r", "requirements/torch-cpu.txt"]
    subprocess.run([python, "-m", "pip", *only, *torch], check=True)
    rest = [f"--python={python}", "-c", "requirements.txt", f"{wheel}[text,plot]"]
    subprocess.run([sys.executable, "-m", "uv", "pip", *only, *rest], check=True)
    return python


def main() -> None:
    (wheel,) = Path("dist").resolve().glob(f"attention_verified-{version()}-*.whl")
    env = {**os.environ, "MPLBACKEND": "Agg", "TIKTOKEN_CACHE_DIR": TOKENS}
    with TemporaryDirectory() as folder, TemporaryDirectory() as empty:
        python = install(wheel, Path(folder))
        for path in sorted(blocks()):
            done = subprocess.run(
                [python, "-I", "-"], input=path.read_text(encoding="utf-8"), env=env,
                cwd=empty, stdout=subprocess.PIPE, encoding="utf-8", check=True,
            )  # fmt: skip
            stored = path.with_suffix(".out").read_text(encoding="utf-8")
            assert not (found := differences(stored, done.stdout)), (path, found)
            print(f"{path} prints what its page shows", flush=True)
        assert not list(Path(empty).iterdir()), "a block left a file behind"


if __name__ == "__main__":
    main()
