"""What readers install: `attention`, with torch and jaxtyping, nothing else of ours."""

import re
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from publish.project import Project
from publish.release import dist, versions

ROOT = Path(__file__).parents[3]
VERSION = versions.version(ROOT)
# What a build may take, beside the package; and a test, which it should not.
TAKEN = (
    "pyproject.toml",
    "MANIFEST.in",
    "README.md",
    "LICENSE",
    "tests/test_offline.py",
)
SPOILED = {  # of the wheel: what it lacks, or has instead
    "attention/examples/weights/story.safetensors": None,
    "attention/py.typed": None,
    "attention/causal/masks.py": b"",
    "tests/test_offline.py": b"",
}
FILES = f"{Project(ROOT).config.repo_url}/blob/main/"


@pytest.mark.slow
def test_a_wheel_of_other_contents_version_or_sdist_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sources, made, spoiled = (tmp_path / name for name in ("from", "dist", "spoiled"))
    spoiled.mkdir()
    shutil.copytree(ROOT / "attention", sources / "attention")
    for name in TAKEN:
        (sources / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, sources / name)
    dist.build(sources, made)
    assert dist.problems(made, sources, VERSION) == []
    (wheel,), (sdist,) = made.glob("*.whl"), made.glob("*.tar.gz")
    with (
        zipfile.ZipFile(wheel) as old,
        zipfile.ZipFile(spoiled / wheel.name, "w") as to,
    ):
        for entry in sorted({*old.namelist()} - SPOILED.keys()):
            to.writestr(entry, old.read(entry))
        for name, new in SPOILED.items():
            if new is not None:
                to.writestr(name, new)
    with tarfile.open(spoiled / sdist.name, "w:gz") as to:
        to.add(ROOT / "tests" / "test_offline.py", "name-1/tests/test_offline.py")
    assert dist.problems(spoiled, sources, "9.0") == [
        *(f"the wheel has not the {name} of the sources" for name in sorted(SPOILED)),
        f"the wheel is attention-verified {VERSION}, not 9.0",
        "the sdist has tests, too",
    ]


def test_links_of_the_readme_lead_somewhere_from_the_page_of_the_index_too() -> None:
    tokens = MarkdownIt().parse((ROOT / "README.md").read_text(encoding="utf-8"))
    inline = [child for token in tokens for child in token.children or []]
    links = [str(t.attrGet("href")) for t in inline if t.type == "link_open"]
    assert links
    for link in links:
        assert link.startswith("https://")
        path, _, anchor = link.removeprefix(FILES).partition("#")
        if link.startswith(FILES):
            text = (ROOT / path).read_text(encoding="utf-8")
            titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
            assert not anchor or anchor in [title.lower() for title in titles]


def test_only_what_is_committed_is_exported_and_the_rest_is_named(
    tmp_path: Path,
) -> None:
    git = dist._git
    git(tmp_path, "init", "--quiet")
    (tmp_path / "one.txt").write_text("one\n")
    assert dist.uncommitted(tmp_path) == ["?? one.txt"]
    git(tmp_path, "add", "one.txt")
    who = ["-c", "user.name=a", "-c", "user.email=a@localhost"]
    git(tmp_path, *who, "commit", "--quiet", "--message", "One")
    (tmp_path / "one.txt").write_text("two\n")
    dist.export(tmp_path, tmp_path / "exported")
    assert (tmp_path / "exported" / "one.txt").read_text() == "one\n"
    assert set(dist.uncommitted(tmp_path)) == {" M one.txt", "?? exported/"}
