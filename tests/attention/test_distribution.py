"""What readers install: `attention`, with torch and jaxtyping."""

import shutil
import subprocess
import sys
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("attention", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The package as pip builds it, without a network, from a copy of its sources."""
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "."]
    subprocess.run(command, cwd=folder, check=True)
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.mark.slow
def test_the_wheel_holds_every_module_and_all_weights_and_nothing_else(
    wheel: zipfile.ZipFile,
) -> None:
    files = {
        path.relative_to(ROOT).as_posix()
        for kind in ("*.py", "weights/*.safetensors")
        for path in (ROOT / "attention").rglob(kind)
    }
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == files | {"attention/py.typed"}


@pytest.mark.slow
def test_torch_and_jaxtyping_are_the_only_dependencies_and_extras_are_optional(
    wheel: zipfile.ZipFile,
) -> None:
    (name,) = [n for n in wheel.namelist() if n.endswith(".dist-info/METADATA")]
    metadata = message_from_string(wheel.read(name).decode())
    assert metadata["Name"] == "attention-verified"
    needed = metadata.get_all("Requires-Dist") or []
    assert [line for line in needed if "extra ==" not in line] == [
        "torch>=2.7",
        "jaxtyping>=0.3",
    ]
    assert set(metadata.get_all("Provides-Extra") or []) == {"all", "plot", "text"}
