"""Resolves the locked requirements again from pyproject.toml: ``make lock``.

``python -m publish.lock [--upgrade] [--torch VERSION]``. Versions stay as they are
while they satisfy pyproject.toml; ``--upgrade`` takes the newest instead, and
``--torch`` moves the pin of torch first. uv resolves for all platforms at once, and
takes the hashes of all files from the package index. The CPU builds for Linux are on
an index of PyTorch's own, which is asked for them.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from publish import requirements
from publish.requirements import OF_TORCH, ROOT, Locked

CPU_INDEX = "https://download.pytorch.org/whl/cpu"
HEADER = "# Resolved by `make lock` from pyproject.toml; not edited by hand.\n"
# A wheel of the CPU index for Linux, its hash after it; `cp314t` is another Python.
CPU_WHEEL = r"torch-{version}(?:%2B|\+)cpu-cp3\d\d-cp3\d\d-[a-z0-9_]*linux[a-z0-9_]*"
CPU_WHEEL += r"_(?:x86_64|aarch64)\.whl#sha256=([0-9a-f]{{64}})"


def resolve(kind: str, *what: str, given: str = "", flags: list[str]) -> list[Locked]:
    """What uv makes of a source; for what is locked already, the same version."""
    seeds = [ROOT / "requirements.txt", ROOT / f"requirements/{kind}-cuda.txt"]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.txt"
        known = [path.read_text(encoding="utf-8") for path in seeds if path.exists()]
        out.write_text("\n".join(known), encoding="utf-8")
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet"]
        command += ["--universal", "--python-version=3.11.5", "--generate-hashes"]
        command += ["--no-header", "--annotation-style=line", "--no-python-downloads"]
        command += [*flags, f"--output-file={out}", *what]
        subprocess.run(command, input=given, text=True, check=True, cwd=ROOT)
        return requirements.loads(out.read_text(encoding="utf-8"))


def cpu_hashes(version: str, page: str) -> list[str]:
    """The hashes of the CPU builds for Linux, as the index's page has them."""
    return sorted(re.findall(CPU_WHEEL.format(version=re.escape(version)), page))


def cpu_index() -> str | None:
    """The page of PyTorch's index that lists all wheels; None if out of reach."""
    try:
        with urllib.request.urlopen(f"{CPU_INDEX}/torch/", timeout=60) as page:
            return page.read().decode()
    except OSError as error:
        print(f"{CPU_INDEX}: {error}", file=sys.stderr)
        return None


def cpu_build(public: Locked, page: str | None, name: str) -> list[Locked]:
    """torch without CUDA: on Linux the CPU index's build, elsewhere the public one."""
    version = f"{public.version}+cpu"
    if page is not None:
        hashes = cpu_hashes(public.version, page)
    else:  # they cannot have changed for a version that is locked already
        known = requirements.read(name) if (ROOT / name).exists() else []
        hashes = [h for lock in known if lock.version == version for h in lock.hashes]
    if not hashes:
        raise SystemExit(f"No hashes of torch {version} for {name}: see {CPU_INDEX}")
    linux = Locked("torch", version, "sys_platform == 'linux'", tuple(hashes))
    others = Locked("torch", public.version, "sys_platform != 'linux'", public.hashes)
    return [linux, others]


def text(locked: list[Locked], index: str = "") -> str:
    """The text of a lock; ``index`` is one that pip shall ask too."""
    option = [f"--extra-index-url {index}"] if index else []
    return HEADER + "\n".join([*option, *map(str, locked)]) + "\n"


def locks(flags: list[str]) -> dict[str, str]:
    """The text of each lock, by name."""
    page = cpu_index()
    wanted = ["--all-extras", "--group=dev", "pyproject.toml"]
    all_of_it = resolve("torch", *wanted, flags=flags)
    common = [lock for lock in all_of_it if not OF_TORCH.fullmatch(lock.name)]
    made = {"requirements.txt": text(common)}

    asked = f"torch=={requirements.oldest_torch()}"
    oldest = resolve("oldest", "-", given=asked, flags=flags)
    versions = {(lock.name, lock.version) for lock in common}
    for kind, resolved in {"torch": all_of_it, "oldest": oldest}.items():
        build = [lock for lock in resolved if OF_TORCH.fullmatch(lock.name)]
        # What this torch wants in another version than requirements.txt has it.
        others = [lock for lock in resolved if lock not in build]
        own = [lock for lock in others if (lock.name, lock.version) not in versions]
        (torch,) = [lock for lock in build if lock.name == "torch"]
        name = f"requirements/{kind}-cpu.txt"
        made[name] = text([*own, *cpu_build(torch, page, name)], CPU_INDEX)
        made[f"requirements/{kind}-cuda.txt"] = text([*own, *build])
    return made


def with_torch(version: str, settings: str) -> str:
    """The text of pyproject.toml with another torch pinned."""
    old = f'"torch=={requirements.pinned_torch()}"'
    return settings.replace(old, f'"torch=={version}"')


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m publish.lock", description=__doc__)
    parser.add_argument("--upgrade", action="store_true")
    parser.add_argument("--torch", metavar="VERSION")
    options = parser.parse_args()
    path = ROOT / "pyproject.toml"
    before = path.read_text(encoding="utf-8")
    try:
        if options.torch:
            path.write_text(with_torch(options.torch, before), encoding="utf-8")
        made = locks(["--upgrade"] if options.upgrade else [])
    except BaseException:  # no lock has been touched; nor shall the pin be
        path.write_text(before, encoding="utf-8")
        raise
    for name, lines in made.items():
        (ROOT / name).parent.mkdir(exist_ok=True)
        (ROOT / name).write_text(lines, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
