"""The runner of mutants: what it alters, and that a check which sleeps is found out."""

import io
import json
import math
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path

import pytest

from publish import compare, figures, prose
from publish.accept import accept
from publish.mutants import drawn, lines, printed, said
from publish.mutants import record as records
from publish.mutants.bar import Bar
from publish.mutants.drawn import Drawn
from publish.mutants.lines import Lines
from publish.mutants.printed import Printed
from publish.mutants.said import Said
from publish.mutants.work import Kind, Tally, tallies
from publish.project import Project

OUTPUT = "tensor([ 0.1250, -1.0000, 9.])\nshape (6, 3), 1.5000e-05, 0.0000e+00\n"


@pytest.fixture
def course(tmp_path: Path, project: Project) -> Project:
    """A course of a few snippets, accepted."""
    (tmp_path / "attention").symlink_to(project.root / "attention")
    snippets = {
        "halves": "x = [0.5, 0.25]\ny = x[0]\nz = 3\nprint(x)\n",
        "draws": "import torch\n\ntorch.manual_seed(1)\nprint(torch.rand(2) >= 0)\n",
        "figure": (
            "import matplotlib.pyplot as plt\n\nplt.plot([0, 1, 2], [0.0, 0.5, 2])\n"
            "plt.show()\n"
        ),
    }
    for name, code in snippets.items():
        path = tmp_path / "snippets" / "part" / "page" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
    course = Project(tmp_path)
    assert accept(course)[1] == []
    return course


# --- printed outputs ---------------------------------------------------------


def changes(text: str) -> set[tuple[str, str]]:
    """What became of which numbers, signs and characters."""
    pairs = [what.partition(": ")[2].partition(" to ") for _, what in _all(text)]
    return {(old, new) for old, _, new in pairs}


def _all(text: str) -> list[tuple[str, str]]:
    return list(printed.mutants(text))


def test_each_digit_moves_and_the_last_decimal_moves_by_two() -> None:
    found = changes("0.1259 and 19.\n")
    numbers = {(a, b) for a, b in found if a == "'0.1259'"}
    assert {b for _, b in numbers} == {
        "'1.1259'", "'0.2259'", "'0.1359'", "'0.1269'", "'0.1257'"
    }  # fmt: skip
    assert {("'19.'", "'29.'"), ("'19.'", "'18.'")} <= found


def test_a_digit_that_carries_no_value_is_left() -> None:
    found = {b for a, b in changes("0.00e+00 2.50e-05\n") if "e" in a}
    assert not any(Decimal(b.strip("'")) == 0 for b in found)
    assert "'2.50e-06'" in found


def test_a_sign_is_turned_but_not_that_of_a_zero() -> None:
    found = changes("[-0.5, 0.25, -0.0000] 3-4\n")
    assert [a for a, b in found if b == "''"].count("'-'") == 1
    assert (
        len([1 for _, what in _all("[0.25, 0.0]\n") if what.endswith("'' to '-'")]) == 1
    )


def test_in_each_line_one_other_character_becomes_another() -> None:
    words = [what for _, what in _all("a b\n\nSum\n1 2\n") if "line 4" not in what]
    assert len(words) == 2
    assert {what.partition(":")[0] for what in words} == {"line 1", "line 3"}


def test_the_comparison_notices_every_mutant_of_an_output() -> None:
    every = _all(OUTPUT)
    assert len(every) > 30
    assert all(compare.differences(OUTPUT, mutant) for mutant, _ in every)


def test_a_comparison_that_accepts_too_much_lets_mutants_live(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, name = Printed(course), "snippets/part/page/halves.out"
    assert kind.tally(name).survivors == []
    (course.root / name).write_text("0.2500\n")
    monkeypatch.setattr(compare, "_near", lambda a, b: float(a) - float(b) < 0.05)
    alive = kind.tally(name).survivors
    assert f"{name}, line 1: '0.2500' to '0.2600'" in alive
    assert f"{name}, line 1: '0.2500' to '0.2502'" in alive


# --- figures -----------------------------------------------------------------


def test_every_number_of_a_figure_is_altered_and_noticed(course: Project) -> None:
    kind = Drawn(course)
    assert kind.names() == ["part/page/figure"]
    tally = kind.tally("part/page/figure")
    stored = json.loads(kind.altered("part/page/figure"))
    assert tally.mutants == len(list(drawn.numbers(stored))) > 10
    assert tally.survivors == []


def test_a_figure_with_many_numbers_is_altered_at_once_too(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Drawn(course).tally("part/page/figure")
    monkeypatch.setattr(drawn, "ALONE", 3)
    assert Drawn(course).tally("part/page/figure") == whole
    monkeypatch.setattr(figures, "_close", lambda a, b: abs(a - b) < 0.015)
    (alive, *_) = reversed(Drawn(course).tally("part/page/figure").survivors)
    assert alive.endswith("altered at once")


def test_numbers_are_altered_by_one_percent_near_zero_by_a_hundredth() -> None:
    assert drawn.changed(2.0) == 2.02
    assert drawn.changed(0.0) == 0.01
    assert drawn.changed(-1e-5) == pytest.approx(0.01, abs=1e-4)
    assert drawn.changed(math.nan) == drawn.changed(-math.inf) == 0.0


def test_figures_compared_too_kindly_let_mutants_live(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "_close", lambda a, b: abs(a - b) < 0.007)
    alive = Drawn(course).tally("part/page/figure").survivors
    assert "part/page/figure: 0.5 to 0.505" in alive


# --- prose -------------------------------------------------------------------


@pytest.fixture
def page(course: Project) -> Project:
    """A page whose section shows 0.5 and 0.25, and speaks of one of them."""
    (course.root / "docs/part").mkdir(parents=True)
    (course.root / "mkdocs.yml").write_text(
        "site_name: x\nnav:\n- part/page.md\nmarkdown_extensions:\n"
        "  publish.blocks: {}\n  pymdownx.snippets:\n    base_path: [snippets]\n"
    )
    (course.root / "docs/part/page.md").write_text(
        "# Page\n\n## Halves\n\nThe second is 0.25.\n\n```python\n"
        '--8<-- "part/page/halves.py"\n```\n```text\n'
        '--8<-- "part/page/halves.out"\n```\n\nThe first is 0.5, of 2.\n'
    )
    return Project(course.root)


def test_numbers_that_the_section_also_shows_are_refused_by_the_list(
    page: Project,
) -> None:
    alone = Said(page).tally("part/page.md")
    assert alone.also["guarded"] == 9 * 5
    refused = alone.also["computed"]
    assert 0 < refused < 45
    assert alone.survivors == []  # nothing is accepted yet, so nothing passes
    prose.accept(page)
    tally = Said(page).tally("part/page.md")
    assert tally.survivors == []
    assert tally.mutants == 9 * 6
    assert tally.also["computed"] == refused


def test_without_the_list_a_number_may_become_another_of_its_section(
    page: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(said.prose, "line_of", lambda title, numbers: title)
    prose.accept(page)
    alive = Said(page).tally("part/page.md").survivors
    assert "part/page.md, “Halves”: 0.5 to 0.2" in alive
    assert "part/page.md, “Halves”: 0.25 to 0.50" not in alive


@pytest.mark.parametrize(
    ("changed", "refused"),
    [("0.26", True), ("0.50", False), ("12", False), ("13", True), ("2001", False)],
)
def test_a_number_that_has_left_what_the_guard_reads_is_not_refused(
    changed: str, refused: bool
) -> None:
    around = ("it is 7.25, then ", "0.25", " and 99")
    assert said.refused(around, changed, [Decimal("0.5")]) == refused


# --- lines of snippets -------------------------------------------------------


def test_each_statement_is_left_out_and_each_condition_turned_round() -> None:
    code = (
        '"""A title."""\nimport torch\n\n\ndef f(x):\n    """Says."""\n'
        "    if x > 1:\n        x = 2\n    return x\n\n\n"
        "for i in range(3):\n    y = f(\n        i\n    )\n"
        'assert y == 2, "é"\nprint(y)\nplt.show()\n'
    )
    found = {
        what: lines.altered(code, edit).splitlines()
        for edit, what in lines.mutants(code)
    }
    assert list(found) == [
        "line 7: if x > 1: (negated)",
        "line 8: x = 2 (left out)",
        "line 9: return x (left out)",
        "line 13: y = f(i) (left out)",
        "line 16: assert y == 2, 'é' (negated)",
    ]
    assert "    if (not (x > 1)):" in found["line 7: if x > 1: (negated)"]
    assert "    pass" in found["line 13: y = f(i) (left out)"]
    assert (
        'assert (not (y == 2)), "é"' in found["line 16: assert y == 2, 'é' (negated)"]
    )


def test_a_line_that_does_nothing_survives(course: Project) -> None:
    tally = Lines(course).tally("part/page/halves")
    assert tally.mutants == 3
    assert tally.survivors == [
        "part/page/halves, line 2: y = x[0] (left out)",
        "part/page/halves, line 3: z = 3 (left out)",
    ]


def test_a_seed_may_be_left_out_where_any_other_gives_the_same(
    course: Project,
) -> None:
    mutant = "part/page/draws, line 3: torch.manual_seed(1) (left out)"
    tally = Lines(course).tally("part/page/draws")
    assert tally.survivors == []
    assert tally.equivalent == {mutant: lines.OTHER_SEEDS}


def test_a_line_that_keeps_a_warning_quiet_is_missed(course: Project) -> None:
    path = course.snippets_dir / "part/page/quiet.py"
    path.write_text(
        'import warnings\n\nwarnings.simplefilter("ignore")\nwarnings.warn("no")\n'
        "print(1)\n"
    )
    accept(course)
    (alive,) = Lines(course).tally("part/page/quiet").survivors
    assert alive == "part/page/quiet, line 4: warnings.warn('no') (left out)"


def test_outputs_that_are_wrong_before_prove_nothing(course: Project) -> None:
    (course.snippets_dir / "part/page/halves.out").write_text("[0.5, 0.26]\n")
    with pytest.raises(ValueError, match="make outputs first"):
        Lines(course).tally("part/page/halves")


def test_a_mutant_that_does_not_end_is_stopped(course: Project) -> None:
    snippet = course.snippet("part/page/halves.py")
    assert lines.attempt("while True:\n    pass\n", snippet, 0.2) is None
    forgiving = (
        "while True:\n    try:\n        pass\n    except Exception:\n        pass\n"
    )
    assert lines.attempt(forgiving, snippet, 0.2) is None


# --- work, bar, record -------------------------------------------------------


class Letters(Kind):
    """Each letter of a file; a mutant lives where the file says so."""

    title, units = "Letters", "files"

    def names(self) -> list[str]:
        return [path.name for path in sorted(self.project.root.glob("*.txt"))]

    def altered(self, name: str) -> str:
        return (self.project.root / name).read_text()

    def decides(self, name: str) -> Iterable[str]:
        return []

    def tally(self, name: str) -> Tally:
        with (self.project.root / "runs.log").open("a") as log:
            log.write(name + "\n")
        found = Tally()
        for letter in self.altered(name):
            found.count(letter != "!", f"{name}: {letter}")
        return found


@pytest.fixture
def letters(tmp_path: Path) -> Letters:
    (tmp_path / "a.txt").write_text("ab!")
    (tmp_path / "b.txt").write_text("c")
    return Letters(Project(tmp_path))


def runs(letters: Letters) -> list[str]:
    return sorted((letters.project.root / "runs.log").read_text().split())


def test_what_is_done_is_kept_until_it_changes(letters: Letters) -> None:
    first = tallies(letters, 2)
    assert [(t.mutants, t.survivors) for t in first.values()] == [
        (3, ["a.txt: !"]),
        (1, []),
    ]
    assert tallies(letters, 1) == first
    assert runs(letters) == ["a.txt", "b.txt"]
    (letters.project.root / "b.txt").write_text("cd")
    assert tallies(letters, 1)["b.txt"].mutants == 2
    assert runs(letters) == ["a.txt", "b.txt", "b.txt"]


def test_the_bar_counts_units_and_survivors() -> None:
    stream = io.StringIO()
    bar = Bar("Lines", 2, stream)
    bar.step(1)
    bar.step()
    last = stream.getvalue().splitlines()[-1]
    assert "2/2, 1 alive" in last
    assert "#" * 30 in last


@pytest.fixture
def record(letters: Letters) -> records.Record:
    record = records.start()
    found = tallies(letters, 1)
    record.kinds["letters"] = records.count(letters, found)
    return record


def test_a_record_says_what_was_altered(
    letters: Letters, record: records.Record
) -> None:
    kind = record.kinds["letters"]
    assert (kind.mutants, kind.killed, kind.survivors) == (4, 3, ["a.txt: !"])
    assert kind.altered == {name: letters.stamp(name) for name in letters.names()}
    root = letters.project.root
    assert records.write(root, record) == root / "evidence/mutants/record.json"
    assert records.read(root) == record


def test_a_record_edited_by_hand_is_refused(
    letters: Letters, record: records.Record
) -> None:
    path = records.write(letters.project.root, record)
    path.write_text(path.read_text().replace('"mutants": 4', '"mutants": 5'))
    with pytest.raises(ValueError, match="never by hand"):
        records.read(letters.project.root)


def test_a_goal_that_is_missed_is_said(
    record: records.Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "GOALS", {("letters",): 0.75})
    assert records.missed(record) == []
    monkeypatch.setattr(records, "GOALS", {("letters",): 0.8})
    assert records.missed(record) == ["Letters: 3 of 4; the goal is 80%"]


def test_an_equivalent_mutant_needs_a_test_that_exists_and_must_survive(
    letters: Letters,
) -> None:
    root = letters.project.root
    tests = root / "tests/attention"
    tests.mkdir(parents=True)
    (tests / "test_a.py").write_text("def test_same() -> None:\n    pass\n")
    (tests / "equivalent.json").write_text(
        json.dumps({"tests/attention/test_a.py::test_same": ["a.txt: !"]})
    )
    record = records.start()
    record.kinds["letters"] = records.count(letters, tallies(letters, 1))
    kind = record.kinds["letters"]
    assert kind.survivors == []
    assert kind.killed == 3
    assert records.unfounded(record, root) == []
    (tests / "equivalent.json").write_text(
        json.dumps({"tests/attention/test_a.py::test_other": ["a.txt: ?"]})
    )
    assert records.unfounded(record, root) == [
        "tests/attention/test_a.py::test_other does not exist; it is to explain: "
        "a.txt: ?",
        "listed as equivalent, but no survivor: a.txt: ?",
    ]


def test_prose_is_altered_on_pages_and_not_in_the_notebooks_made_of_them(
    project: Project,
) -> None:
    assert Said(project).names() == project.pages
