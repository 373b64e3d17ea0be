"""Bundles and figures: each part for itself, and only what changed is made again."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from mkdocs.exceptions import PluginError

from publish.execute.plots import STYLE
from publish.hooks.assets import NODE, finish, is_stale, start
from publish.project import Project


def test_a_part_of_a_bundle_that_fails_does_not_keep_the_others_from_running(
    project: Project, tmp_path: Path
) -> None:
    finish(start("bundle_scripts.mjs", project.docs / "assets", tmp_path))
    script = tmp_path / "scripts.js"
    said = "globalThis.reportError = (error) => console.log(error.message);\n"
    script.write_text(said + script.read_text("utf-8"), "utf-8")
    # Without a browser each of them fails.
    command = [*NODE, "--input-type=commonjs", "-e", script.read_text("utf-8")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.count(" is not defined") >= 4
    made = {path.name for path in tmp_path.iterdir()}
    assert {"after.js", "drag.js", "site.css", "search-later.js"} <= made
    assert not {"predict.js", "names.js"} & made, "they are within"


def test_a_style_with_a_rule_that_is_not_closed_stops_the_build(
    project: Project, tmp_path: Path
) -> None:
    sources = shutil.copytree(project.docs / "assets", tmp_path / "assets")
    with (sources / "drag.css").open("a", encoding="utf-8") as file:
        file.write(".drag .lane {")  # as two merged branches left it, unseen
    with pytest.raises(PluginError, match=r"drag\.css: Expected"):
        finish(start("bundle_scripts.mjs", sources, tmp_path / "made"))


def test_a_figure_is_made_small_once_and_again_when_it_is_drawn_anew(
    project: Project, tmp_path: Path
) -> None:
    drawn, made = tmp_path / "drawn" / "a.svg", tmp_path / "made" / "a.svg"
    drawn.parent.mkdir()
    shutil.copyfile(next(project.snippets_dir.rglob("*.svg")), drawn)

    def make() -> str:
        finish(start("minify_figures.mjs", drawn.parent, made.parent))
        return made.read_text("utf-8")

    text = make()
    assert len(text) < len(drawn.read_text("utf-8"))
    assert STYLE in text, "it follows the reader's scheme"
    assert "metadata" not in text
    first = made.stat().st_mtime_ns
    make()
    assert made.stat().st_mtime_ns == first
    drawn.write_text('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>')
    os.utime(drawn)
    assert "M0 0h9" in make()


def test_what_is_older_than_a_file_of_its_sources_is_stale(tmp_path: Path) -> None:
    made, source = tmp_path / "made", tmp_path / "sources" / "folder" / "a.js"
    source.parent.mkdir(parents=True)
    source.touch()
    assert is_stale(made, tmp_path / "sources")
    made.touch()
    os.utime(made, (2e9, 2e9))
    assert not is_stale(made, tmp_path / "sources")
    os.utime(source, (3e9, 3e9))
    assert is_stale(made, tmp_path / "sources")
