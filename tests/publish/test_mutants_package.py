"""Mutants of the package: what they are called, and who judges them."""

import json
import os
import shutil
from pathlib import Path

import pytest

from publish.accept import accept
from publish.mutants import constants, package
from publish.mutants.constants import Constants
from publish.mutants.package import Functions
from publish.mutants.work import tallies
from publish.project import Project

MUTATED = '''
def x_scale__mutmut_orig(x):
    """Divides."""
    return x / 2

def x_scale__mutmut_1(x):
    """Divides."""
    return x * 2

class Layer:
    def xǁLayerǁforward__mutmut_orig(self, x):
        return [x,
            1]

    def xǁLayerǁforward__mutmut_7(self, x):
        return [x,
            2]
'''


def test_a_mutant_is_named_by_what_it_alters() -> None:
    function, method = "attention.a.x_scale__mutmut_1", "a.xǁLayerǁforward__mutmut_7"
    assert package.defined_by(function) == "scale"
    assert package.defined_by(method) == "Layer"
    assert (
        package.difference(MUTATED, function) == "scale: return x / 2 -> return x * 2"
    )
    assert (
        package.difference(MUTATED, method)
        == "Layer.forward: return [x, 1] -> return [x, 2]"
    )


def test_constants_are_altered_outside_of_functions_one_at_a_time() -> None:
    code = "A = [1, 2]\nB: int = 3\n\n\ndef f(x):\n    return x + 4\n"
    found = dict(constants.mutants("a.py", code))
    assert "A = [1, 2] -> A = [2, 2]" in found.values()
    assert "B: int = 3 -> B: int = 4" in found.values()
    assert all("x + 4" in altered for altered in found)


def test_a_child_that_crashes_has_noticed() -> None:
    assert constants.in_child(lambda: True)
    assert not constants.in_child(lambda: False)
    assert constants.in_child(lambda: os._exit(3))


def test_the_tests_of_a_module_are_those_of_its_name_or_its_folder(
    project: Project,
) -> None:
    def names(module: str) -> list[str]:
        return [path.name for path in constants.tests_of(project.root, module)]

    assert names("attention/causal/masks.py") == ["test_masks.py"]
    assert names("attention/__init__.py") == ["test_imports.py"]
    assert names("attention/plotting/cuts.py") == ["test_cuts.py", "test_portraits.py"]
    assert "test_heatmap.py" in names("attention/plotting/style.py")


@pytest.fixture
def course(tmp_path: Path, project: Project) -> Project:
    """A package of one module, tested for what it returns, but not for all of it."""
    files = {
        "attention/__init__.py": "from attention.scale import UNIT, half, third\n",
        "attention/scale.py": (
            "UNIT = 6\n\n\ndef half(x):\n    return x / 2\n\n\n"
            "def third(x):\n    return x / 3\n"
        ),
        "tests/attention/test_scale.py": (
            "from attention import half, third\n\n\n"
            "def test_half():\n    assert half(3) == 1.5\n\n\n"
            "def test_third():\n    assert third(0) == 0\n"
        ),
        "snippets/part/page/thirds.py": (
            "from attention import UNIT, third\n\nprint(third(UNIT))\n"
        ),
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name in ("pyproject.toml", "tests/imports.py"):
        shutil.copy2(project.root / name, tmp_path / name)
    course = Project(tmp_path)
    assert accept(course)[1] == []
    return course


@pytest.mark.slow
def test_what_tests_do_not_notice_is_noticed_by_a_snippet_or_survives(
    course: Project,
) -> None:
    name = "attention/scale.py"
    whole = tallies(Functions(course), 1)[name]
    assert whole.mutants >= 4
    assert whole.survivors == []
    alone = course.root / "snippets/part/page/thirds.py"
    alone.write_text("from attention import half\n\nprint(half(1))\n")
    accept(course)
    alive = tallies(Functions(course), 1)[name].survivors
    assert f"{name}, third: return x / 3 -> return x / 4" in alive
    assert not any("half" in line for line in alive)

    module = course.root / name  # a function that changes is altered anew
    module.write_text(module.read_text().replace("x / 3", "x / 3 if x else 0"))
    alive = tallies(Functions(course), 1)[name].survivors
    assert (
        f"{name}, third: return x / 3 if x else 0 -> return x / 4 if x else 0" in alive
    )
    assert not any("half" in line for line in alive)


@pytest.mark.slow
def test_a_new_test_is_asked_only_about_what_the_others_did_not_notice(
    course: Project,
) -> None:
    kind, name = Functions(course), "attention/scale.py"
    (course.root / "snippets/part/page/thirds.py").unlink()
    assert len(tallies(kind, 1)[name].survivors) > 0
    meta = kind.folder / "mutants" / f"{name}.meta"
    known = json.loads(meta.read_text())
    noticed = [m for m, code in known["exit_code_by_key"].items() if code == 1]
    known["exit_code_by_key"][noticed[0]] = 3  # noticed, too; and if run again, 1
    meta.write_text(json.dumps(known))

    tests = course.root / "tests/attention/test_scale.py"
    tests.write_text(
        f"{tests.read_text()}\n\ndef test_more():\n    assert third(3) == 1\n"
    )
    assert tallies(Functions(course), 1)[name].survivors == []
    assert json.loads(meta.read_text())["exit_code_by_key"][noticed[0]] == 3


def test_what_was_noticed_holds_if_tests_are_added_and_nothing_else_changed(
    tmp_path: Path,
) -> None:
    def after(text: str) -> dict[str, list[str]]:
        path.write_text(text)
        return package.state(tmp_path)

    for name in ("attention/a.py", "pyproject.toml", "tests/attention/test_a.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    old = "from a import b, c\n\n\ndef test_b():\n    assert b == 1\n"
    before = after(old)
    new = "\n\ndef test_c():\n    assert c\n"
    assert package.still_holds(before, after(f"import d  # new\n{old}{new}"))
    assert not package.still_holds(before, after(old.replace("1", "2") + new))
    assert not package.still_holds(before, after(old.replace("b, c", "c") + new))
    assert not package.still_holds(before, after(new))

    of = '"""Of a."""\n\nE = {e}\n\n\ndef f(x):\n    return x + {e}\n'
    code = tmp_path / "attention/a.py"
    code.write_text(of.format(e=1))
    before = after(old)
    code.write_text(of.format(e=1).replace("x + 1", "x + 2").replace("Of", "About"))
    assert package.still_holds(before, after(old)), "mutmut sees to functions"
    code.write_text(of.format(e=2))
    assert not package.still_holds(before, after(old))


@pytest.mark.slow
def test_constants_are_judged_by_tests_and_by_snippets(course: Project) -> None:
    found = tallies(Constants(course), 1)
    assert found["attention/scale.py"].mutants == 2  # 7, and None
    assert found["attention/scale.py"].survivors == []
    alone = course.root / "snippets/part/page/thirds.py"
    alone.write_text("from attention import UNIT\n\nprint(UNIT > 1)\n")
    accept(course)
    shutil.rmtree(course.cache / "mutants")
    alive = tallies(Constants(course), 1)["attention/scale.py"].survivors
    assert alive == ["attention/scale.py: UNIT = 6 -> UNIT = 7"]


def test_a_mutant_that_was_not_finished_is_no_result(course: Project) -> None:
    kind = Functions(course)
    folder = kind.folder / "mutants" / "attention"
    folder.mkdir(parents=True)
    (folder / "scale.py").write_text("")
    known = {"exit_code_by_key": {"a.x_f__mutmut_1": None}, "durations_by_key": {}}
    (folder / "scale.py.meta").write_text(json.dumps(known))
    with pytest.raises(ValueError, match="was not finished"):
        kind.tally("attention/scale.py")
