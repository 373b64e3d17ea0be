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
from publish.release.dist import Dist

ROOT = Path(__file__).parents[3]
SOURCES = (
    "attention",
    "tests",
    "pyproject.toml",
    "MANIFEST.in",
    "README.md",
    "LICENSE",
)
FILES = f"{Project(ROOT).config.repo_url}/blob/main/"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a build may take, and of tests, which it should not."""
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def made(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Dist:
    return dist.build(sources, tmp_path_factory.mktemp("dist"), time=1_700_000_000)


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_the_sdist_builds_it(
    made: Dist, sources: Path, tmp_path: Path
) -> None:
    assert dist.problems(made, sources, versions.version(ROOT)) == []
    again = dist.wheel_alone(sources, tmp_path, time=1_700_000_000)
    assert again.read_bytes() == made.wheel.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "new", "problem"),
    [
        ("attention/models/weights/story.safetensors", None, "lacks"),
        ("attention/py.typed", None, "lacks"),
        ("attention/causal/masks.py", b"", "has another"),
        ("tests/test_offline.py", b"", "has"),
    ],
)
def test_a_wheel_of_other_contents_is_noticed(
    made: Dist,
    sources: Path,
    tmp_path: Path,
    name: str,
    new: bytes | None,
    problem: str,
) -> None:
    spoiled = Dist(tmp_path / made.wheel.name, made.sdist)
    with zipfile.ZipFile(made.wheel) as old, zipfile.ZipFile(spoiled.wheel, "w") as to:
        for entry in sorted({*old.namelist()} - {name}):
            to.writestr(entry, old.read(entry))
        if new is not None:
            to.writestr(name, new)
    (found,) = dist.problems(spoiled, sources, versions.version(ROOT))
    assert f"the wheel {problem} {name}" in found


@pytest.mark.slow
def test_another_version_and_an_sdist_with_more_are_noticed(
    made: Dist, sources: Path, tmp_path: Path
) -> None:
    (found,) = dist.problems(made, sources, "9.0")
    assert found.startswith("the wheel is attention-verified ")
    with tarfile.open(tmp_path / "more.tar.gz", "w:gz") as to:
        to.add(ROOT / "tests" / "test_offline.py", "name-1/tests/test_offline.py")
    (found,) = dist.problems(
        Dist(made.wheel, tmp_path / "more.tar.gz"), sources, versions.version(ROOT)
    )
    assert found == "the sdist has tests, too"


@pytest.mark.slow
def test_torch_and_jaxtyping_are_the_only_dependencies_and_extras_are_optional(
    made: Dist,
) -> None:
    about = dist.metadata(made.wheel)
    needed = about.get_all("Requires-Dist") or []
    assert [line for line in needed if "extra ==" not in line] == [
        "torch>=2.7",
        "jaxtyping>=0.3",
    ]
    assert set(about.get_all("Provides-Extra") or []) == {"all", "plot", "text"}


@pytest.mark.slow
def test_the_index_is_told_the_licence_and_where_the_site_and_the_sources_are(
    made: Dist, project: Project
) -> None:
    about = dist.metadata(made.wheel)
    urls = dict(line.split(", ") for line in about.get_all("Project-URL") or [])
    home, source = project.config.site_url, project.config.repo_url
    assert urls == {
        "Homepage": home,
        "Source": source,
        "Issues": f"{source}/issues",
        "Changelog": f"{FILES}CHANGELOG.md",
    }
    assert (about["License-Expression"], about["License-File"]) == ("MIT", "LICENSE")
    with zipfile.ZipFile(made.wheel) as opened:
        (name,) = (n for n in opened.namelist() if n.endswith("/licenses/LICENSE"))
        assert opened.read(name) == (ROOT / "LICENSE").read_bytes()
    assert about["Description-Content-Type"] == "text/markdown"
    assert about.get_payload(decode=True) == (ROOT / "README.md").read_bytes()


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
    assert not [t for t in inline if t.type == "image"]


def test_what_is_not_committed_is_seen(tmp_path: Path) -> None:
    git = dist._git
    git(tmp_path, "init", "--quiet")
    (tmp_path / "one.txt").write_text("one\n")
    assert dist.uncommitted(tmp_path) == ["?? one.txt"]
    git(tmp_path, "add", "one.txt")
    who = ["-c", "user.name=a", "-c", "user.email=a@localhost"]
    git(tmp_path, *who, "commit", "--quiet", "--message", "One")
    (tmp_path / "build").mkdir()
    (tmp_path / ".git" / "info" / "exclude").write_text("build/\n")
    assert dist.uncommitted(tmp_path) == []
    time = dist.export(tmp_path, tmp_path / "exported")
    assert [path.name for path in (tmp_path / "exported").iterdir()] == ["one.txt"]
    assert time > 1_700_000_000
    (tmp_path / "one.txt").write_text("two\n")
    assert " M one.txt" in dist.uncommitted(tmp_path)
