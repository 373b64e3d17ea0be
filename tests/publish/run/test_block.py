import pytest

from publish.project import Project
from publish.run.apart import run
from publish.run.block import undeclared


def test_what_is_printed_is_captured(project: Project) -> None:
    assert run("print(1)", "one.py", project.root).stdout == "1\n"


def test_an_error_is_kept_as_the_traceback_ends(project: Project) -> None:
    result = run("print(1)\n[][2]", "index.py", project.root)
    assert (result.stdout, result.error) == (
        "1\n",
        "IndexError: list index out of range",
    )


def test_a_warning_is_seen(project: Project) -> None:
    result = run("import warnings\nwarnings.warn('careful')", "warn.py", project.root)
    assert "careful" in result.stderr


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("[][2]", "raises, and does not announce it"),
        ("[0][0]  # raises IndexError", "nothing was raised"),
        ("[][2]  # raises ValueError", "announces 'ValueError', but raised"),
        (
            "[][2]  # raises IndexError: tuple",
            "announces 'IndexError: tuple', but raised",
        ),
    ],
)
def test_an_error_must_be_the_announced_one(
    code: str, complaint: str, project: Project
) -> None:
    assert complaint in (undeclared(code, run(code, "code.py", project.root)) or "")


@pytest.mark.parametrize("code", ["1", "[][2]  # raises IndexError: list index"])
def test_an_announced_error_is_right(code: str, project: Project) -> None:
    assert undeclared(code, run(code, "code.py", project.root)) is None
