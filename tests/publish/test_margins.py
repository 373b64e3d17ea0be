"""Rounding margins: what the model of another machine changes, and what is listed."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

from publish.accept import accept
from publish.margins import record as records
from publish.margins.digits import Number, to_watch, watched
from publish.margins.jitter import Jitter
from publish.margins.look import Looked, look
from publish.margins.record import Record
from publish.margins.table import table
from publish.outputs import Outputs
from publish.project import Project
from publish.reach import Package

SNIPPETS = {
    # An exponential: 0.12345 but for its last bit, as any machine finds it.
    "near": "print(torch.tensor([0.12345, 0.5]).log().exp())\n",
    "far": "print(torch.tensor([0.1234, 0.5]).log().exp())\n",
    # 0.125 and 0.25 lie on the boundary, and are exact.
    "exact": "x = torch.tensor([0.5, 0.5])\nprint(f'{x @ x / 4:.2f} {x[0] / 2:.1f}')\n",
    # All the digits of a sum.
    "otherwise": "print(torch.arange(1.0, 300.0).log().sum().item())\n",
    "raises": "torch.ones(2) @ torch.ones(3)  # raises RuntimeError\n",
}


@pytest.fixture
def course(tmp_path: Path, project: Project) -> Project:
    """A course of a few snippets, accepted."""
    (tmp_path / "attention").symlink_to(project.root / "attention")
    for name, code in SNIPPETS.items():
        path = tmp_path / "snippets" / "part" / "page" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"import torch\n\n{code}")
    course = Project(tmp_path)
    assert accept(course)[1] == []
    return course


def looked(course: Project, idea: str) -> Looked:
    return look(Outputs(course), course.snippet(f"part/page/{idea}.py"))


# --- what is listed ----------------------------------------------------------


def test_a_number_near_a_boundary_is_listed_with_its_value(course: Project) -> None:
    seen = looked(course, "near")
    assert [printed for printed, _ in seen.near] in (["0.1234"], ["0.1235"])
    assert abs(float(seen.near[0][1]) - 0.12345) < 1e-7
    assert (seen.numbers, seen.otherwise) == (2, [])


@pytest.mark.parametrize(("idea", "numbers"), [("far", 2), ("exact", 2), ("raises", 0)])
def test_a_number_far_from_it_is_not_nor_one_that_is_exact(
    course: Project, idea: str, numbers: int
) -> None:
    assert looked(course, idea) == Looked(numbers, [], [])


def test_what_differs_by_more_than_a_digit_is_no_margin_but_an_error(
    course: Project,
) -> None:
    seen = looked(course, "otherwise")
    assert seen.near == []
    assert "on a machine that rounds otherwise (1)" in seen.otherwise[0]
    assert "otherwise.out differs" in seen.otherwise[0]


# --- the model of another machine --------------------------------------------


def elsewhere(compute: Callable[[], torch.Tensor], seed: int = 1) -> torch.Tensor:
    with Jitter(seed):
        return compute()


def drawn(*shape: int) -> torch.Tensor:
    torch.manual_seed(123)
    return torch.randn(*shape, generator=torch.Generator().manual_seed(5))


INEXACT: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "exp": torch.exp,
    "softmax": lambda x: torch.softmax(x, dim=-1),
    "product": lambda x: x @ x.T,
    "mean": lambda x: x.mean(dim=0),
    "norm": lambda x: x.norm(dim=0),
    "attention": lambda x: F.scaled_dot_product_attention(x, x, x),
    "in place": lambda x: x.clone().div_(3.0),
    "layer": lambda x: F.layer_norm(x, (5,)),
    "double": lambda x: x.double().exp(),
}


@pytest.mark.parametrize("compute", INEXACT.values(), ids=INEXACT)
def test_inexact_results_differ_by_the_last_digits(
    compute: Callable[[torch.Tensor], torch.Tensor],
) -> None:
    x = drawn(7, 5)
    here, there, again, other = (
        compute(x), *(elsewhere(lambda: compute(x), seed) for seed in (1, 1, 2))
    )  # fmt: skip
    assert not torch.equal(here, there)
    assert torch.equal(there, again), "a machine computes the same twice"
    assert not torch.equal(there, other), "another machine, another result"
    accuracy = 1e-15 if here.dtype == torch.float64 else 2e-6
    torch.testing.assert_close(there, here, rtol=accuracy, atol=accuracy)


EXACT: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "sum of whole numbers": lambda x: x.round().sum(dim=0),
    "product of whole numbers": lambda x: x.round() @ x.round().T,
    "half": lambda x: x / 2,
    "sum of two": lambda x: x + x.flip(0),
    "product of two": lambda x: x * x.flip(0),
    "copy": lambda x: x.T.contiguous().clone(),
    "comparison": lambda x: x > x.flip(0),
    "lookup": lambda x: F.one_hot(torch.tensor([3, 1]), 7).float() @ x,
    "saturated": lambda x: torch.softmax(1000 * x, dim=-1),
    "masked": lambda x: torch.softmax(torch.ones(5, 5).tril().log(), dim=0)[:, -1],
    "draw": lambda x: torch.rand(x.shape, generator=torch.Generator().manual_seed(1)),
    "order": lambda x: x.argsort(dim=0),
}  # fmt: skip


@pytest.mark.parametrize("compute", EXACT.values(), ids=EXACT)
def test_exact_results_are_the_same_on_every_machine(
    compute: Callable[[torch.Tensor], torch.Tensor],
) -> None:
    x = drawn(7, 5)
    there = elsewhere(lambda: compute(x))
    torch.testing.assert_close(there, compute(x), rtol=0, atol=0, equal_nan=True)


def test_half_precision_is_rounded_once_from_single_precision() -> None:
    x = drawn(64, 8).half()
    assert torch.equal(elsewhere(lambda: x.exp()), x.exp())


def test_an_error_is_that_of_the_operation_itself() -> None:
    whole, half = torch.ones(2, 2, dtype=torch.int64), torch.ones(2, 2)
    with pytest.raises(RuntimeError) as here:
        whole @ half
    with Jitter(1), pytest.raises(RuntimeError, match=re.escape(str(here.value))):
        whole @ half


def test_gradients_are_inexact_too() -> None:
    x = drawn(7, 5).requires_grad_()
    weights = torch.arange(5.0)

    def gradient() -> torch.Tensor:
        loss = (torch.softmax(x, dim=-1) * weights).sum()
        return torch.autograd.grad(loss, x)[0]

    there = elsewhere(gradient)
    assert not torch.equal(there, gradient())
    torch.testing.assert_close(there, gradient(), rtol=1e-5, atol=1e-6)


# --- the digits that are not printed -----------------------------------------


def numbers(code: str, capsys: pytest.CaptureFixture[str]) -> list[Number]:
    with watched() as watch:
        exec(compile(to_watch(code), "block", "exec"), {"torch": torch})
    return watch.numbers(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("code", "printed", "value", "unit"),
    [
        ("print(torch.tensor([0.12346]))", "0.1235", 0.12346, 1e-4),
        ("print(torch.tensor(-2.71828))", "-2.7183", -2.71828, 1e-4),
        ("print(f'{1 / 3:.2f}')", "0.33", 1 / 3, 1e-2),
        ("print(f'{torch.tensor(0.7654):8.3f}|')", "0.765", 0.7654, 1e-3),
        ("width = 9\nprint(f'{2 / 3:>{width}.1%}')", "66.7", 200 / 3, 0.1),
        ("print(f'{1 / 3000:.1e}')", "3.3e-04", 1 / 3000, 1e-5),
        ("print(f'a-{0.126:.2f}')", "0.13", 0.126, 1e-2),
        ("print(round(2 / 3, 3))", "0.667", 2 / 3, 1e-3),
        ("print(torch.tensor([0.1839]).round(decimals=2))", "0.1800", 0.1839, 1e-2),
        ("print(f'{99.6:.0f}')", "100", 99.6, 1.0),
    ],
)
def test_a_printed_number_is_known_in_full(
    code: str,
    printed: str,
    value: float,
    unit: float,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (found,) = numbers(code, capsys)
    assert found.text == printed
    assert found.value == pytest.approx(value, rel=1e-6)
    assert found.unit == pytest.approx(unit)


def test_a_number_that_nothing_rounded_has_no_other_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert numbers("print(17, 0.1 + 0.2)", capsys)[0] == Number("17")


def test_the_margin_is_the_way_to_the_boundary() -> None:
    assert Number("0.13", 0.126, 0.01).margin == pytest.approx(0.001)
    assert Number("-0.13", -0.126, 0.01).margin == pytest.approx(0.001)
    assert Number("0.5", 0.5, 0.1).margin == pytest.approx(0.05)


# --- the record --------------------------------------------------------------


@pytest.fixture
def record(course: Project) -> Record:
    package = Package(course.root / "attention")
    record = records.begin([], package, None)
    for snippet in course.snippets:
        near = [("0.1235", "0.12345")] if snippet.idea == "near" else []
        record.add(package, snippet, 2, near)
    return record


def test_the_page_lists_what_is_near_and_says_what_is_stale(
    course: Project, record: Record
) -> None:
    package = Package(course.root / "attention")
    html = table(course, package, record)
    assert "1 of the 10 numbers that 5 blocks print are near" in html
    assert '<a href="../part/page/#code-near">part/page/near</a>' in html
    assert "<td>0.1235</td><td>0.12345</td>" in html
    assert "Changed since: none." in html
    (course.root / "snippets/part/page/near.py").write_text("print(0.5)\n")
    html = table(course, package, record)
    assert "0 of the 8 numbers that 4 blocks print are near" in html
    assert "Changed since: <a" in html
    assert "Not looked at yet: 0 of 5 blocks" in html
    assert "older model" not in html
    assert table(course, package, None) == "<p>No run yet.</p>"


def test_the_page_says_what_nobody_looked_at_and_what_an_older_model_saw(
    course: Project, record: Record
) -> None:
    del record.snippets["part/page/far"]
    record.model = "another"
    html = table(course, Package(course.root / "attention"), record)
    assert "Not looked at yet: 1 of 5 blocks" in html
    assert "Changed since: none." in html
    assert "Seen by an older model, to be run again" in html


def test_only_what_changed_is_looked_at_again(course: Project, record: Record) -> None:
    (course.root / "snippets/part/page/far.py").write_text("print(0.5)\n")
    package = Package(course.root / "attention")
    again = records.begin(course.snippets, package, record)
    assert record.snippets.keys() - again.snippets.keys() == {"part/page/far"}
    record.torch = "1.0"
    assert records.begin(course.snippets, package, record).snippets == {}


def test_a_record_that_a_hand_edited_is_refused(
    course: Project, record: Record
) -> None:
    path = records.write(course.root, record)
    assert records.read(course.root) == record
    body = json.loads(path.read_text())
    body["snippets"]["part/page/near"]["near"] = []
    path.write_text(json.dumps(body))
    with pytest.raises(ValueError, match="never by hand"):
        records.read(course.root)


def test_the_record_of_this_course_speaks_of_snippets_that_exist(
    project: Project,
) -> None:
    record = records.read(project.root)
    assert record is not None
    assert record.snippets.keys() <= {snippet.id for snippet in project.snippets}
    assert record.numbers > 5 * len(record.snippets)


def test_what_the_record_calls_near_is_printed(project: Project) -> None:
    record = records.read(project.root)
    assert record is not None
    package = Package(project.root / "attention")
    for name, printed, value in record.near:
        snippet = project.snippet(f"{name}.py")
        if records.is_fresh(record, snippet, package):
            outputs = snippet.path.parent.glob(f"{snippet.idea}*.out")
            assert any(printed in path.read_text() for path in outputs), (name, value)
