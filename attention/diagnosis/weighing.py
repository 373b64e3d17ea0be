"""From scores to weights: what the softmax runs over, and what is done after it."""

from torch import Tensor

from attention.diagnosis.by_hand import judge_by_hand
from attention.diagnosis.case import Case
from attention.diagnosis.follow import MIXED, NONE
from attention.diagnosis.numbers import close, even
from attention.diagnosis.scaling import tell
from attention.diagnosis.scoring import FAR, judge_pattern, judge_scores, unshifted
from attention.diagnosis.step import Step

SOFTMAX = "_softmax", "_safe_softmax", "_log_softmax"


def judge_weights(case: Case, factor: float) -> None:
    """Ask what is done to the scores until values are mixed by them.

    Args:
        case: The attention.
        factor: By what queries and keys were multiplied.
    """
    r = case.reading
    steps = r.steps(*SOFTMAX)
    if not steps:
        judge_by_hand(case, factor)
        return
    first = steps[0]
    x, made = r.before(first), r.after(first)
    case.extra = bool((r.at[first.rows] < 0).any() or (r.k.place == NONE).any())
    if x is None or made is None or x.isnan().all():
        case.unsure("what the softmax is given")
        return
    if len(steps) > 1:
        case.add("softmax=twice", line=steps[1].said)
    else:
        case.late = late_factor(r.weights, made)
    over = axis_of(case, first)
    if over == "queries" and r.sums_rows and not case.named("k"):
        case.add("mix=transposed", line=r.mixed[0].said)
        r.flip()
        x, made, over = x.mT, made.mT, "keys"
    elif over in ("queries", "heads", "batch", "flat"):
        tell(case, f"softmax={over}", first.said)
    elif over != "keys":
        case.unsure("what the softmax runs over")
    if first.name == "_log_softmax":
        exps = [s for s in r.steps("exp") if s.number > first.number]
        if not exps:
            case.add("softmax=log", line=first.said)
        made = r.after(exps[0]) if exps else r.weights
    judge_scores(case, unshifted(r, x), factor, first)
    if made is not None and len(steps) == 1 and over == "keys":
        judge_after(case, made)


def axis_of(case: Case, step: Step) -> str:
    """Return what a softmax runs over."""
    r = case.reading
    part, i, j = r.where(r.at[step.rows])
    if r.transposed:
        i, j = j, i

    def varies(t: Tensor) -> bool:
        return bool((r.trace.common(t, step.args[1]) == MIXED).any())

    if varies(i):
        return "flat" if varies(j) else "queries"
    if varies(j):
        return "several" if varies(part) else "keys"
    if varies(part):
        return "batch" if varies(r.texts[part]) else "heads"
    return "keys" if r.shape[2] == 1 else "one"


def late_factor(weights: Tensor, made: Tensor) -> float:
    """Return by what weights are multiplied after the softmax made them."""
    some = (made.abs() > 1e-9) & weights.isfinite() & (weights != 0)
    ratio = (weights / made)[some]
    return float(ratio[0]) if len(ratio) and even(ratio) else 1.0


def judge_after(case: Case, made: Tensor) -> None:
    """Ask what is done to weights after the softmax made them."""
    r, w = case.reading, case.reading.weights
    if close(w, made.nan_to_num(0.0)) or close(w, made):
        return
    line = (r.steps("masked_fill", "where", "mul") or r.mixed)[-1].said

    def wrong(kind: str, allow: Tensor) -> None:
        case.add(f"mask={kind}", line=line)
        case.used = kind, allow

    ratio, some = w / made, made.abs() > 1e-12
    zero, finite = some & (w == 0), ratio[some & ratio.isfinite()]
    kept, rest = made * ~zero, ratio[some & ~zero]
    sums = kept.sum(-1)
    if (w < -FAR).any():
        wrong("after" if w.isneginf().any() else "after-finite", w > -FAR)
    elif zero.any() and len(rest) and close(rest, 1.0):
        wrong("weights", ~zero)
    elif zero.any() and close(w, kept / sums[..., None]):
        judge_pattern(case, zero, False, line)
        case.hidden = zero
    elif zero.any() and close(w.mT, kept.mT / sums[..., None]):
        wrong("renorm", ~zero)
    elif not len(finite) or not even(finite):  # else a factor, told with the scale
        case.unsure("what is done to the weights after the softmax")
