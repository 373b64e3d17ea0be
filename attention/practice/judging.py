"""Judge an answer: run it, compare its numbers, and name the mistake in them."""

import sys
import traceback
from collections.abc import Iterable, Iterator
from typing import Any

import torch
from torch import Tensor

from attention.diagnosis.copies import quiet, redraw
from attention.diagnosis.examine import diagnose
from attention.diagnosis.numbers import distance
from attention.practice.table import TASKS, Task
from attention.practice.verdicts import Verdict

SILENT = {"device", "dtype", "half", "length"}  # what changes no number here
CLOSE = 1e-3  # of the largest number: an answer may compute in float32


def judge(task: str, answer: Any = None) -> Verdict:
    """Say whether an answer to a task is right, and if not, name the mistake.

    The answer runs on small inputs in float64, and its numbers are compared with those
    of torch or of the package. If they differ, they are compared with what known
    mistakes give. A layer or function of attention is diagnosed, too. Nothing is kept:
    not the verdict, the answer, or which tasks are done.

    Args:
        task: The name of a task: `python -m attention.practice` lists them.
        answer: The function or class; by default the one that this notebook or program
            has defined under the name that the task asks for, or else the gap.

    Raises:
        ValueError: If there is no such task.
    """
    if task not in TASKS:
        raise ValueError(f"task must be one of {', '.join(TASKS)}. Got {task!r}.")
    job = TASKS[task]
    if answer is None:
        gap = getattr(job.gap, job.answer)
        answer = getattr(sys.modules["__main__"], job.answer, gap)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # several would wait for each other on small tensors
    try:
        verdict = in_dtype(task, answer, torch.float64)
        return verdict if verdict.called else in_dtype(task, answer, torch.float32)
    finally:
        torch.set_num_threads(threads)


def in_dtype(task: str, answer: Any, dtype: torch.dtype) -> Verdict:
    """Judge an answer with numbers of one dtype, which not every answer takes."""
    job, verdict, subject = TASKS[task], Verdict(task), answer
    with quiet(dtype), torch.no_grad():
        try:
            if job.sizes:
                subject = answer(*job.sizes).to(dtype).eval()
                redraw(subject)
            ways = job.ways(subject) if callable(job.ways) else job.ways
        except Exception as error:  # of making the layer, or of loading its parameters
            verdict.add("raises", *described(error, answer), "FAILS")
            return verdict
        compare(job, subject, ways, verdict)
    return verdict


def compare(job: Task, subject: Any, ways: dict[str, Any], verdict: Verdict) -> None:
    """Compare an answer with what is right and with what is known to be wrong."""
    inputs = job.inputs()
    given = [copied(some) for some in inputs]
    mine = [attempt(job.call, subject, *some) for some in given]
    errors = [out for out in mine if isinstance(out, Exception)]
    gap = bool(errors) and isinstance(errors[0], NotImplementedError)
    wanted = {
        key: [attempt(job.call, way, *copied(some)) for some in inputs]
        for key, way in ways.items()
    }
    fits = [key for key, outs in wanted.items() if all(map(same, mine, outs))]
    verdict.called = not errors or gap or bool(fits)
    if gap:
        verdict.add("gap", level="FAILS")
    elif fits and "right" not in fits:
        verdict.add(fits[0])
    elif errors:
        verdict.add("raises", *described(errors[0], subject), "FAILS")
    elif any(map(changed, given, inputs)):
        verdict.add("in-place")
    elif job.diagnosis is not None:
        with torch.enable_grad():
            found = diagnose(subject, **job.diagnosis)
        some = [f for f in found.findings if fits or f.mistake.key not in SILENT]
        for f in [f for f in some if f.level != "note"] or some * (not fits):
            level = "MISTAKE" if f.level == "note" else f.level  # another is asked
            verdict.add(f.mistake.key, f.detail, f.line, level)
    if not fits and not verdict.findings:
        verdict.add(*difference(inputs, mine, wanted["right"]), level="FAILS")
    if verdict.ok:
        verdict.passed.append("the numbers asked for")


def attempt(call: Any, *given: Any) -> list[Tensor] | Exception:
    """Return the numbers that a call gives, or its error."""
    try:
        return list(numbers(call(*given)))
    except Exception as error:
        return error
    except SystemExit as error:  # which would be the exit code of the judge
        return RuntimeError(f"the answer ends Python with exit({error})")


def numbers(result: Any) -> Iterator[Tensor]:
    """Yield the tensors of a result."""
    if isinstance(result, Tensor):
        yield result
    elif isinstance(result, (tuple, list)):
        for part in result:
            yield from numbers(part)


def same(mine: Any, other: Any) -> bool:
    """Return whether two calls gave the same numbers, or the same kind of error."""
    if isinstance(mine, Exception) or isinstance(other, Exception):
        return type(mine) is type(other)
    return len(mine) == len(other) and all(
        (a.dtype == torch.bool) == (b.dtype == torch.bool)
        and distance(a.double(), b.double()) < CLOSE
        for a, b in zip(mine, other, strict=True)
    )


def copied(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return arguments that an answer may change."""
    return tuple(a.clone() if isinstance(a, Tensor) else a for a in given)


def changed(given: tuple[Any, ...], before: tuple[Any, ...]) -> bool:
    """Return whether an answer has changed its arguments."""
    pairs = zip(given, before, strict=True)
    return any(isinstance(a, Tensor) and not torch.equal(a, b) for a, b in pairs)


def difference(
    inputs: list[Any], mine: list[Any], wanted: list[Any]
) -> tuple[str, str]:
    """Return the key of how an answer differs, and on which input."""
    rows = [row for row in zip(inputs, mine, wanted, strict=True) if not same(*row[1:])]
    for given, *outs in rows:
        got, asked = (listed(t.shape for t in out) or "nothing" for out in outs)
        if got != asked:
            return "shape", f"for {listed(given)}: {got}, where {asked} is asked"
        kinds = [[t.dtype == torch.bool for t in out] for out in outs]
        if kinds[0] != kinds[1]:
            return "bool", f"for {listed(given)}: {outs[0][0].dtype}"
    return "other", f"for {listed(rows[0][0])}"


def listed(some: Iterable[Any]) -> str:
    """Return values, or the shapes of tensors, one after the other."""
    shapes = (a.shape if isinstance(a, Tensor) else a for a in some)
    return ", ".join(str(tuple(a) if isinstance(a, torch.Size) else a) for a in shapes)


def described(error: Exception, answer: Any) -> tuple[str, str]:
    """Return an error in a line, and the line of the answer that raised it."""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    code = getattr(getattr(answer, "forward", answer), "__code__", None)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if code and frame.filename == code.co_filename:
            return said, f"line {frame.lineno}: {(frame.line or '').strip()}"
    return said, ""
