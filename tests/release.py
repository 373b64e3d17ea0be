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

INDEX = "--extra-index-url=https://download.pytorch.org/whl/cpu"
LOCKS = ("requirements.txt", "requirements/torch-cpu.txt")
FEWEST = 10  # blocks


def version() -> str:
    """The version in pyproject.toml, which CITATION.cff and the tag must have, too."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    ours = project["project"]["version"]
    cited = f"\nversion: {ours}\n" in Path("CITATION.cff").read_text(encoding="utf-8")
    assert cited, f"CITATION.cff does not have version {ours}"
    tag = os.environ.get("TAG") or f"v{ours}"
    assert tag == f"v{ours}", f"the tag is {tag}, but pyproject.toml has {ours}"
    return ours


def blocks() -> dict[str, Path]:
    """One block of each part that uses the package, one that needs an extra if any."""
    chosen: dict[str, Path] = {}
    for path in sorted(Path("snippets").rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        prints = path.with_suffix(".out").exists() and "# raises" not in code
        if prints and "from attention" in code:
            extra = "import tiktoken" in code or "import matplotlib" in code
            chosen[f"{path.parts[1]}{' with an extra' if extra else ''}"] = path
    return chosen


def install(wheel: Path, environment: Path) -> Path:
    """Returns the Python of an environment that holds the wheel and what it needs."""
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--strict"]
    locked = [
        "--only-binary=:all:",
        INDEX,
        *(f"--constraints={lock}" for lock in LOCKS),
    ]
    command = [*pip, *locked, f"--python={python}", f"{wheel}[text,plot]"]
    subprocess.run(command, check=True)
    return python


def main() -> None:
    (wheel,) = Path("dist").resolve().glob(f"attention_verified-{version()}-*.whl")
    chosen = blocks()
    assert len(chosen) >= FEWEST, chosen
    with TemporaryDirectory() as folder, TemporaryDirectory() as empty:
        python = install(wheel, Path(folder))
        for path in chosen.values():
            code = path.read_text(encoding="utf-8")
            printed = subprocess.run(
                [python, "-I", "-"],
                input=code,
                cwd=empty,
                check=True,
                env={**os.environ, "MPLBACKEND": "Agg"},
                stdout=subprocess.PIPE,
                encoding="utf-8",
            ).stdout
            stored = path.with_suffix(".out").read_text(encoding="utf-8")
            assert not (found := differences(stored, printed)), (path, found)
            print(f"{path} prints what its page shows")
        assert not list(Path(empty).iterdir()), "a block left a file behind"


if __name__ == "__main__":
    main()
