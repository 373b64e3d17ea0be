"""From scores to weights where no softmax of torch was called."""

from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.numbers import close
from attention.diagnosis.reading import Reading
from attention.diagnosis.scaling import tell
from attention.diagnosis.scoring import judge_scores, slope_of, unshifted
from attention.diagnosis.step import Step


def judge_by_hand(case: Case, factor: float) -> None:
    """Ask how scores become weights: by exponentials, another function, or none.

    Args:
        case: The attention.
        factor: By what queries and keys were multiplied.
    """
    r, w = case.reading, case.reading.weights
    for exp in r.steps("exp")[-1:]:
        x, e = r.before(exp), r.after(exp)
        if x is not None and e is not None:
            judge_exponentials(case, x, e, factor, exp)
            return
    sigmoids, divisions = r.steps("sigmoid"), r.steps("div")
    if sigmoids:
        key, step = "sigmoid", sigmoids[0]
    elif close(w, r.scores * slope_of(w, r.scores, r.texts)):
        key, step = "none", r.mixed[0]
    elif divisions and close(w.sum(-1), 1.0):
        key, step = "linear", divisions[-1]
    else:
        case.unsure("how scores become weights")
        return
    x = w if key == "none" else r.before(step)
    if not tell(case, f"softmax={key}", step.said) and x is not None:
        judge_scores(case, x, factor, step)


def judge_exponentials(
    case: Case, x: Tensor, e: Tensor, factor: float, exp: Step
) -> None:
    """Ask how exponentials are divided by their sums.

    Args:
        case: The attention.
        x: Of what the exponentials are taken.
        e: The exponentials.
        factor: By what queries and keys were multiplied.
        exp: The step that takes them.
    """
    r, sums = case.reading, e.sum(-1, keepdim=True)
    ways = {
        "": e / sums,
        "queries": e / e.sum(-2, keepdim=True),
        "exp": e,
        "flat": e / e.sum((-1, -2), keepdim=True),
    }
    if e.shape[-1] == e.shape[-2]:
        ways["keepdim"] = e / sums.mT
    key = next((k for k, made in ways.items() if fits(r.weights, made)), None)
    if key == "exp" and divided_later(r, ways[""]):
        key = ""
    if key is None or (key in ("exp", "flat") and case.averages):
        case.unsure("how the exponentials become weights")
        return
    if key == "queries" and r.sums_rows and not case.named("k"):
        case.add("mix=transposed", line=r.mixed[0].said)
    elif key:
        later = [s for s in r.steps("div") if s.number > exp.number]
        line = (later or r.steps("exp"))[0].said
        case.add(f"softmax={key}", line=line)
    judge_scores(case, unshifted(r, x), factor, exp)


def fits(weights: Tensor, made: Tensor) -> bool:
    """Return whether weights are those that were made, perhaps without nan."""
    return close(weights, made, 1e-4) or close(weights, made.nan_to_num(0.0), 1e-4)


def divided_later(r: Reading, weights: Tensor) -> bool:
    """Return whether values were mixed before the division that these weights have."""
    made = weights @ r.v.values
    later = (s.out for s in r.trace.steps[r.mixed[-1].number :])
    return any(
        close(t.reshape(made.shape), made) for t in later if t.numel() == made.numel()
    )
