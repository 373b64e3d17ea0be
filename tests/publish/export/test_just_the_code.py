"""The page of the final classes: its blocks are those that the sources give."""

import runpy
from pathlib import Path

import pytest

from publish.export import just_the_code
from publish.project import Project, Snippet


def test_a_block_that_was_edited_is_noticed_and_made_again(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    snippet = Snippet("recap/just-the-code/causal-attention", tmp_path)
    monkeypatch.setattr(project, "snippet", lambda path: Snippet(path[:-3], tmp_path))
    assert len(just_the_code.stale(project)) == len(just_the_code.CLASSES)
    just_the_code.write(project)
    assert just_the_code.stale(project) == []
    snippet.path.write_text(snippet.code.replace("-torch.inf", "-1e9"))
    assert just_the_code.stale(project) == [
        "snippets/recap/just-the-code/causal-attention.py is made of attention/, "
        "never by hand: `make outputs`"
    ]


@pytest.mark.parametrize("name", just_the_code.CLASSES)
def test_a_file_can_be_imported_in_silence(
    project: Project, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    snippet = project.snippet(f"recap/just-the-code/{name}.py")
    module = runpy.run_path(str(snippet.path), run_name=name)
    assert capsys.readouterr().out == ""
    made = name.title().replace("-", "")
    assert module[made].__name__ == made
