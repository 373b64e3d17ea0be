"""The output projection, and what is added to what it gives."""

import re

from attention.diagnosis.case import Case
from attention.diagnosis.follow import MADE, MIXED, PLACE, VIEWS
from attention.diagnosis.matrices import untransposed
from attention.diagnosis.names import role
from attention.diagnosis.numbers import close
from attention.diagnosis.places import merged


def judge_output(case: Case) -> None:
    """Ask what the output projection is given, and how often it is used."""
    step, trace, report = merged(case)[1], case.reading.trace, case.report
    if step is None:
        if any(role(k) == "o" and not k.endswith("bias") for k in trace.unused):
            case.add("out=none", line=case.merge_line())
        judge_sum(case, case.reading.mixed[-1].number)
        return
    name = case.parameter(step)
    if name:
        report.facts.append("output projection")
    if untransposed(case, step):
        case.add("out=untransposed", line=step.said)
    for later in case.projections():
        again = (trace.table[later.shadows[0], MADE] == step.number).all()
        if name and again and case.parameter(later) == name:
            case.add("out=twice", line=later.said)
    judge_sum(case, step.number)
    if name and re.sub(r"\.weight$", ".bias", name) in trace.unused:
        case.add("out=no-bias", line=step.said)


def judge_sum(case: Case, number: int) -> None:
    """Ask whether the result is the output twice, or the output and the input.

    Args:
        case: The attention.
        number: The step that gives the output.
    """
    trace = case.reading.trace
    result, x = trace.result, trace.steps[0].out
    line = next(filter(None, (s.said for s in reversed(trace.steps))), "")
    some = [s for s in trace.steps[number:] if s.out.numel() == result.numel()]
    for out in (s.out.reshape(result.shape) for s in some[:4]):
        if close(result, 2 * out):
            case.add("residual=double", line=line)
        elif x.shape == result.shape and close(result, out + x):
            case.add("residual=x", line=line)


def judge_picture(case: Case) -> None:
    """Ask whether each pixel of a picture that is made of contexts is one token."""
    trace = case.reading.trace
    for step in trace.steps[case.reading.mixed[-1].number :]:
        if step.name in VIEWS and step.rows.dim() == 4:
            place = trace.table[step.rows, PLACE]
            square = place.shape[-1] == place.shape[-2] and (place >= 0).all()
            if square and (trace.common(place, 1) == MIXED).all():
                case.add("merge=image", line=step.said)
