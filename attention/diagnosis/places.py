"""Which tokens meet: how heads are split and merged, and which matrix makes what."""

import re

import torch
from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.follow import (
    DATA,
    MADE,
    MIXED,
    NONE,
    PARAMETER,
    PLACE,
    STREAM,
    TEXT,
    Step,
)
from attention.diagnosis.names import role
from attention.diagnosis.reading import close, shared

TOKEN, ONE, TEXTS, VIEW, UNCLEAR = "token", "one", "texts", "view", "unclear"


def order_of(place: Tensor) -> str:
    """Return what the rows of each part are: the tokens of one text, or what else."""
    valid = place != NONE
    if (place == MIXED).any() or not valid.any():
        return UNCLEAR
    both = valid[:, 1:] & valid[:, :-1]
    text, token = place // TEXT, place % TEXT
    alike = ((text[:, 1:] == text[:, :-1]) | ~both).all()
    rising = ((token[:, 1:] > token[:, :-1]) | ~both).all()
    if alike and rising:
        return TOKEN
    if ((place[:, 1:] == place[:, :-1]) | ~both).all():
        return ONE
    if ((token[:, 1:] == token[:, :-1]) | ~both).all():
        return TEXTS
    return VIEW


def judge_places(case: Case) -> None:
    """Ask whether a head has the tokens of a text, in queries, keys and values."""
    r, report = case.reading, case.report
    kinds = {
        c: order_of(p)
        for c, p in (("q", r.q_place), ("k", r.k_place), ("v", r.v_place))
    }
    for c, rows in case.rows.items():  # each number has a token, and a row has several
        if kinds[c] == UNCLEAR and (r.trace.table[rows, PLACE] >= 0).all():
            kinds[c] = VIEW
    wrong = [c for c, kind in kinds.items() if kind == VIEW]
    pure, texts = judge_merge(case)
    if UNCLEAR in kinds.values():
        case.unsure("which token a query, a key or a value belongs to")
    elif len(wrong) == 3:
        key = "split=both" if pure and not texts else "split=view"
        report.add(key, line=line_of(case, r.q_rows, "q"), level="MISTAKE")
    elif wrong:
        for c in wrong:
            report.add(
                f"split=view-{c}", line=line_of(case, case.rows[c], c), level="MISTAKE"
            )
    elif {kinds["q"], kinds["k"]} == {ONE}:
        report.add("attend=heads", line=r.made[0].said, level="MISTAKE")
    elif TEXTS in kinds.values():
        report.add("batch", "queries of one text meet keys of another", r.made[0].said)
    if not wrong and not pure and UNCLEAR not in kinds.values():
        report.add(
            "merge=batch" if texts else "merge=view",
            line=merge_line(case),
            level="MISTAKE",
        )
    if set(kinds.values()) == {TOKEN}:
        judge_sources(case)
        judge_heads(case)
        judge_matrices(case)


def line_of(case: Case, rows: Tensor, kind: str) -> str:
    """Return the line that last shaped queries, keys or values."""
    some = [
        s
        for s in case.reading.trace.steps
        if s.name in ("view", "_unsafe_view") and s.rows.numel()
    ]
    some = [
        s for s in some if s.rows.dim() > 3 and s.rows.flatten()[0] == rows.flatten()[0]
    ]
    return some[-1].said if some else ""


def merge_line(case: Case) -> str:
    first = case.reading.contexts.flatten()[0]
    some = [
        s
        for s in case.reading.trace.steps
        if s.name in ("view", "_unsafe_view") and s.rows.numel()
    ]
    some = [s for s in some if s.rows.flatten()[0] == first]
    return some[-1].said if some else ""


def merged(case: Case) -> tuple[Tensor, Step | None]:
    """Return the shadow of what the output projection is given, and that step."""
    r, trace = case.reading, case.reading.trace
    low, high = int(r.contexts.min()), int(r.contexts.max())
    for step in case.projections():
        a, b = (step.given or ())[2:]
        rows = a if trace.kind(a) >= DATA else b.mT
        if bool(((rows >= low) & (rows <= high)).any()):
            return rows, step
    some = [s for s in trace.steps if bool(((s.rows >= low) & (s.rows <= high)).any())]
    return some[-1].rows, None


def judge_merge(case: Case) -> tuple[bool, bool]:
    """Return whether a row of contexts has one token, and whether it mixes texts."""
    rows, step = merged(case)
    place = case.reading.trace.table[rows, PLACE]
    if step is None and rows.dim() > 3:
        return True, False  # heads are not merged
    common = case.reading.trace.common
    pure = not bool((common(place) == MIXED).any())
    if step is None and rows.shape[-1] == case.reading.shape[1]:  # features come first
        pure |= not bool((common(place, -2) == MIXED).any())
    text = torch.where(place < 0, place, place // TEXT)
    texts = bool((case.reading.trace.common(text) == MIXED).any())
    if pure and case.heads > 1:
        part = torch.full((case.reading.trace.rows,), -1)
        c = case.reading.contexts
        part[c] = torch.arange(len(c))[:, None, None].expand(c.shape)
        heads = part[rows.reshape(-1, rows.shape[-1])[0]]
        d = c.shape[-1]
        if len(heads) == case.heads * d and d > 1 and (heads >= 0).all():
            if shared(heads.view(d, -1).mT).ne(-2).all():
                case.report.add("merge=last", line=merge_line(case))
    return pure, texts


def judge_sources(case: Case) -> None:
    """Ask which sequence each comes from, where there are several."""
    if case.streams < 2:
        return
    r = case.reading
    from_ = [int(t[t >= 0][0]) // STREAM for t in (r.q_place, r.k_place, r.v_place)]
    if case.streams == 2:
        said = "".join("qk"[i] for i in from_).replace("qqk", "qqv")
        right = said == "qkk"
    else:
        said = "".join("qkv"[i] for i in from_)
        right = said == "qkv"
    if not right and said != "qqq":
        key = f"source={said}"
        case.report.add(key, line=r.made[0].said, level="MISTAKE")
    case.report.sources.add(said)


def judge_heads(case: Case) -> None:
    """Ask which features a head has, and which head of keys and values it reads."""
    r, report = case.reading, case.report
    ranks = {}
    for c, rows in case.rows.items():
        col = case.columns[rows[:, -1]]  # (parts, features); the last row is a token's
        some = torch.searchsorted(case.columns[rows[:, -1]].unique(), col)
        ranks[c] = some
    count, d = case.heads, r.q.shape[-1]
    first = torch.nonzero(r.texts == r.texts[0]).flatten()
    if count == 1 or (r.texts == MIXED).any():
        return
    q = ranks["q"][first]
    if len(q.unique()) != count * d:
        return
    if torch.equal(q % count, q[:, :1].expand_as(q) % count) and d > 1:
        report.add("split=last", line=line_of(case, r.q_rows, "q"))
        head = q[:, 0] % count
    else:
        head = q[:, 0] // d
    groups, wrong = {}, {}
    for c in "kv":
        t = ranks[c][first]
        size = t.shape[-1]
        groups[c] = len(t.unique()) // size
        if groups[c] * size != len(t.unique()) or count % max(groups[c], 1):
            return
        of = (
            t[:, 0] // size
            if not torch.equal(q % count, q[:, :1].expand_as(q) % count)
            else head
        )
        wrong[c] = (
            groups[c] < count
            and groups[c] > 1
            and not torch.equal(of, head // (count // groups[c]))
        )
    if groups["k"] < count:
        report.facts.append(
            f"{groups['k']} groups of keys and values"
            if groups["k"] > 1
            else "1 groups of keys and values"
        )
    if any(wrong.values()):
        both = "repeat=tile" + "".join(f"-{c}" for c in "kv" if wrong[c]) * (
            not all(wrong.values())
        )
        some = [
            s for s in r.trace.steps if s.name in ("repeat", "expand", "index", "cat")
        ]
        report.add(both, line=some[-1].said if some else "", level="MISTAKE")


def judge_matrices(case: Case) -> None:
    """Ask which matrix makes queries, keys and values."""
    r, report, trace = case.reading, case.report, case.reading.trace
    parts = {c: case.matrix(rows) for c, rows in case.rows.items()}
    cols = {c: case.columns[rows].unique() for c, rows in case.rows.items()}
    made = {c: step is not None and bool(step.given) for c, (step, _) in parts.items()}
    names = {c: name for c, (_, name) in parts.items()}
    line = {
        c: (step.said if step and step.given else r.made[0].said)
        for c, (step, _) in parts.items()
    }
    if not any(made.values()):
        if case.spare:
            report.add("linear=none", line=r.made[0].said, level="MISTAKE")
        return
    roles = {c: role(names[c]) for c in "qkv"}
    whole = [c for c in "qkv" if roles[c] in ("qkv", None)]

    def letter(c: str) -> str:
        """What the matrix is meant to make."""
        if roles[c] in ("q", "k", "v"):
            return roles[c] or ""
        step = parts[c][0]
        if step is None or not step.given:
            return ""
        every = case.columns[step.rows].unique()
        third = len(every) // 3
        at = int(torch.searchsorted(every, cols[c]).max()) // max(third, 1)
        if names[c] and len(every) == len(cols[c]):  # a third of the matrix itself
            base = trace.bases[trace.names.index(names[c])]
            if base.shape[0] == 3 * len(every):
                third_of = int(cols[c].min() - base.min()) * 3 // base.numel()
                return "qkv"[third_of] if len(whole) == 3 else ""
        fused = len(every) == 3 * len(cols[c]) and len(whole) == 3
        return (
            "qkv"[at]
            if fused and len(cols[c]) == third and block(case, step, cols[c])
            else ""
        )

    meant = {c: letter(c) for c in "qkv"}
    same = {
        (a, b): made[a]
        and made[b]
        and names[a] == names[b]
        and names[a] != ""
        and torch.equal(cols[a], cols[b])
        for a, b in ("qk", "qv", "kv")
    }
    twice = [pair for pair, equal in same.items() if equal]
    keys = {("q", "k"): {"k": "kkv"}, ("q", "v"): {"": "qkq"}, ("k", "v"): {"v": "qvv"}}
    usual = {("q", "k"): "qqv", ("q", "v"): "qkq", ("k", "v"): "qkk"}
    if twice and case.spare:
        for pair in twice:
            key = keys[pair].get(meant[pair[0]], usual[pair])
            report.add(
                f"order={key}",
                line=line[pair[1]] if key != "kkv" else line["q"],
                level="MISTAKE",
            )
    elif ("q", "k") in twice:
        report.facts.append("queries and keys share a matrix")
    elif made["q"] and made["k"] and not made["v"] and case.spare and case.streams == 1:
        report.add("order=qkx", line=r.mixed[0].said, level="MISTAKE")
    elif (
        sorted(meant.values()) == ["k", "q", "v"]
        and (order := "".join(meant[c] for c in "qkv")) != "qkv"
    ):
        said = re.search("[qkv]{3}", names["q"].lower())
        told = said and "".join(
            "qkv"[said[0].index(m)] if m in said[0] else m for m in order
        )
        if not (said and len({*said[0]}) == 3 and said[0] != "qkv"):
            report.add(f"order={order}", line=line["q"])
    flat = [c for c in "qkv" if made[c] and untransposed(case, parts[c][0])]
    if len(flat) == 3:
        report.add("linear=qkv", line=line["q"], level="MISTAKE")
    else:
        for c in flat:
            report.add(f"linear={c}", line=line[c], level="MISTAKE")


def block(case: Case, step: Step, cols: Tensor) -> bool:
    """Return whether columns are one block of a matrix."""
    every = case.columns[step.rows].unique()
    at = torch.searchsorted(every, cols)
    return int(at.max() - at.min()) + 1 == len(at)


def untransposed(case: Case, step: Step | None) -> bool:
    """Return whether nn.Linear's weight is used as (in, out)."""
    trace = case.reading.trace
    if step is None or not step.given or trace.kind(step.given[3]) != PARAMETER:
        return False
    rows = step.given[3]
    name = trace.names[int(trace.table[rows, MADE].flatten()[0])]
    owner = case.module.get_submodule(name.rpartition(".")[0])
    stored = name.endswith("proj_weight")
    linear = (
        stored
        or type(owner).__name__ in ("Linear", "NonDynamicallyQuantizableLinear")
        and name.endswith("weight")
    )
    return (
        linear
        and rows.shape[-1] > 1
        and int(rows[..., 0, 1].flatten()[0] - rows[..., 0, 0].flatten()[0]) == 1
    )


def judge_output(case: Case) -> None:
    """Ask what the output projection is given, and how often it is used."""
    rows, step = merged(case)
    trace, report = case.reading.trace, case.report
    if step is None:
        unused = [n for i, n in enumerate(trace.names) if i not in trace.used]
        if any(role(n) == "o" and not n.endswith("bias") for n in unused):
            report.add("out=none", line=merge_line(case), level="MISTAKE")
        return
    index = {
        int(trace.table[t, MADE].flatten()[0])
        for t in (step.given or ())[2:]
        if trace.kind(t) == PARAMETER
    }
    name = trace.names[min(index)] if index else ""
    if role(name) == "o" or index:
        report.facts.append("output projection")
    if untransposed(case, step):
        report.add("out=untransposed", line=step.said, level="MISTAKE")
    made = step.number
    later = [
        s
        for s in case.projections()
        if s.given and (trace.table[s.given[2], MADE] == made).all()
    ]
    for s in later:
        for t in (s.given or ())[2:]:
            if (
                trace.kind(t) == PARAMETER
                and int(trace.table[t, MADE].flatten()[0]) in index
            ):
                report.add("out=twice", line=s.said, level="MISTAKE")
    judge_sum(case, step.number)
    bias = name.removesuffix("weight") + "bias"
    if (
        name.endswith(".weight")
        and bias in trace.names
        and trace.names.index(bias) not in trace.used
    ):
        report.add("out=no-bias", line=step.said, level="MISTAKE")


def judge_sum(case: Case, at: int) -> None:
    """Ask whether the result is the output twice, or the output and the input."""
    trace, report = case.reading.trace, case.report
    result, x = trace.result, trace.steps[0].out
    some = [s for s in trace.steps[at:] if s.out.numel() == result.numel()]
    for step in some[:4]:
        out = step.out.reshape(result.shape)
        if close(result, 2 * out):
            report.add("residual=double", line=trace.steps[-1].said, level="MISTAKE")
        elif x.shape == result.shape and close(result, out + x):
            report.add("residual=x", line=trace.steps[-1].said)
