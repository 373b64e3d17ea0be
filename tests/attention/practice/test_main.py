"""The command: it lists tasks, writes a file with a gap, and judges what is in it."""

from pathlib import Path

import pytest

from attention.practice.__main__ import main
from attention.practice.table import TASKS

GAP = "    raise NotImplementedError  # your lines go here\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_tasks_are_listed(capsys: pytest.CaptureFixture[str]):
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[: len(TASKS)]] == [*TASKS]
    assert all("Write" in line for line in lines[: len(TASKS)])


def test_a_file_is_written_once_and_its_gap_is_not_yet(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    for task in TASKS:
        assert main([task]) == 0
        assert main([task, f"my_{task}.py"]) == 1
    (folder / "my_mask.py").write_text("mine", "utf-8")
    assert main(["mask"]) == 2
    assert "my_mask.py is there already" in capsys.readouterr().err
    assert (folder / "my_mask.py").read_text("utf-8") == "mine"
    assert {p.suffix for p in folder.iterdir() if p.is_file()} == {".py"}


def test_the_exit_code_is_0_if_right_1_if_not_yet_and_2_if_it_cannot_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    main(["mask"])
    written = (folder / "my_mask.py").read_text("utf-8")
    answers = {
        "return torch.ones(num_queries, num_keys).tril(num_keys - num_queries) > 0": 0,
        "return torch.ones(num_queries, num_keys).tril() > 0": 1,
        "return torch.oens(num_queries, num_keys)": 2,
        "return (": 2,
        "exit(0)": 2,
        "return 0\n\nexit(0)": 2,
    }
    for line, code in answers.items():
        Path("answer.py").write_text(written.replace(GAP, f"    {line}\n"), "utf-8")
        assert main(["mask", "answer.py"]) == code, line
    assert "line 16: return torch.oens" in capsys.readouterr().out
    assert main(["softmax", "answer.py"]) == 2
    assert main(["softmax", "my_mask.py"]) == 2
    assert "my_mask.py defines no softmax" in capsys.readouterr().out
    assert main(["mask", "nowhere.py"]) == 2


def test_the_file_may_import_its_neighbours(folder: Path):
    Path("mine").mkdir()
    Path("mine/help_of_mine.py").write_text(
        "import torch\ndef lower(n, m): return torch.ones(n, m).tril(m - n).bool()\n"
    )
    Path("mine/answer.py").write_text("from help_of_mine import lower as causal_mask\n")
    assert main(["mask", "mine/answer.py"]) == 0
