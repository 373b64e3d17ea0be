"""Which tokens meet: how heads are split and merged, and from which sequence."""

import torch
from torch import Tensor

from attention.diagnosis.case import Case
from attention.diagnosis.follow import DATA, MIXED, NONE, PLACE, STREAM, TEXT, VIEWS
from attention.diagnosis.matrices import judge_matrices
from attention.diagnosis.numbers import shared
from attention.diagnosis.reading import Vectors
from attention.diagnosis.step import Step

REPEATS = "repeat", "expand", "index", "index_select", "cat"
TOKEN, ONE, TEXTS, VIEW, UNCLEAR = "token", "one", "texts", "view", "unclear"


def order_of(place: Tensor) -> str:
    """Return what the rows of each part are: the tokens of one text, or what else."""
    if (place == MIXED).any() or (place == NONE).all():
        return UNCLEAR
    a, b = place[:, :-1], place[:, 1:]
    free = (a == NONE) | (b == NONE)
    same = [((a == b) | free).all(), ((a % TEXT == b % TEXT) | free).all()]
    ranked = place.sort(-1).values  # each token once, in any order
    once = (ranked[:, :-1] < ranked[:, 1:]) | (ranked[:, :-1] == NONE)
    if ((a // TEXT == b // TEXT) | free).all() and once.all():
        return TOKEN
    return ONE if same[0] else TEXTS if same[1] else VIEW


def cut(place: Tensor) -> bool:
    """Return whether parts are what a view without a transpose cuts of a text.

    Then the tokens of its numbers are those of all numbers in the order of memory, be
    that (tokens, features) or (features, tokens), or each head's own.

    Args:
        place: The place of each number, (parts, rows, features).
    """
    _, n, d = place.shape
    if (place < 0).any():
        return False
    token, text = place % TEXT, place[:, 0, 0] // TEXT
    for t in text.unique():
        mine = token[text == t]  # without the copies that several heads share
        mine = mine[
            torch.cat(
                [mine.new_ones(1), (mine[1:] != mine[:-1]).flatten(1).any(1)]
            ).bool()
        ]
        at, heads = torch.arange(mine.numel()).view(mine.shape), len(mine)
        own = torch.arange(n * d).view(d, n).mT.expand_as(mine)
        orders = at // (heads * d), at % n, own // d
        if not any(mine.equal(order) for order in orders):
            return False
    return True


def cut_before(case: Case) -> str:
    """Return the line that cut the features of several tokens into one, if any."""
    step = case.matrix(case.reading.q.rows)[0]
    if step is None or not step.shadows or step.shadows[0].dim() < 2:
        return ""
    trace, rows = case.reading.trace, step.shadows[0]
    place = trace.table[rows, PLACE]
    place = place[(place >= 0).all(-1)]  # without a class token
    place = place[(place[:, 0] // TEXT).argsort(stable=True)]
    if not place.numel() or not (trace.common(place) == MIXED).all():
        return ""
    texts, d = (place // TEXT).unique(), rows.shape[-1]
    mixed = place.numel() % (len(texts) * d) == 0 and cut(place.view(len(texts), -1, d))
    first = rows[trace.table[rows, PLACE] >= 0][0]
    views = [s for s in trace.steps[: step.number] if s.name in VIEWS]
    same = [s for s in views if s.rows.shape[-1] == d and (s.rows == first).any()]
    return next((s.said for s in same if s.said), "") if mixed else ""


def judge_places(case: Case) -> None:
    """Ask whether a head has the tokens of a text, in queries, keys and values."""
    r = case.reading
    kinds = {}
    for c, t in r.vectors.items():
        kinds[c] = order_of(t.place)
        place = r.trace.table[t.rows, PLACE]
        if kinds[c] in (UNCLEAR, VIEW):
            kinds[c] = VIEW if cut(place) else UNCLEAR
    known, wrong = UNCLEAR not in kinds.values(), [c for c in kinds if kinds[c] == VIEW]
    pure, texts = judge_merge(case)
    one, other = r.q.place[:, :, None], r.k.place[:, None]
    apart = one // TEXT % TEXT != other // TEXT % TEXT
    if ((one >= 0) & (other >= 0) & apart).any():
        case.add("batch", "tokens of several texts meet", r.made[0].said)
    elif not known and (line := cut_before(case)):
        case.add("split=image", line=line)
    elif not known:
        case.unsure("which token a query, a key or a value belongs to")
    elif len(wrong) == 3:
        key = "split=both" if pure and not texts else "split=view"
        case.add(key, line=case.viewed(r.q.rows))
    elif wrong:
        for c in wrong:
            line = case.viewed(r.vectors[c].rows)
            case.add(f"split=view-{c}", line=line)
    elif kinds["q"] == kinds["k"] == ONE:
        case.add("attend=heads", line=r.made[0].said)
    if known and not wrong and not pure:
        line = case.merge_line()
        case.add("merge=batch" if texts else "merge=view", line=line)
    if set(kinds.values()) == {TOKEN}:
        judge_sources(case)
        judge_heads(case)
        judge_norms(case)
        judge_matrices(case)


def merged(case: Case) -> tuple[Tensor, Step | None]:
    """Return the shadow of what the output projection is given, and that step."""
    r, trace = case.reading, case.reading.trace
    low, high = r.contexts.min(), r.contexts.max()

    def reached(rows: Tensor) -> bool:
        return bool(((rows >= low) & (rows <= high)).any())

    for step in case.projections():
        a, b = step.shadows
        rows = a if trace.kind(a) >= DATA else b.mT
        if reached(rows):
            return rows, step
    return next(s.rows for s in reversed(trace.steps) if reached(s.rows)), None


def judge_merge(case: Case) -> tuple[bool, bool]:
    """Return whether a row of contexts has one token, and whether it mixes texts."""
    r, trace, common = case.reading, case.reading.trace, case.reading.trace.common
    rows, step = merged(case)
    if step is None and rows.dim() > 3:
        return True, False  # heads are not merged
    place = trace.table[rows, PLACE]
    pure = not (common(place) == MIXED).any()
    if step is None and rows.shape[-1] == r.shape[1]:  # features come first
        pure |= not (common(place, -2) == MIXED).any()
    text = torch.where(place < 0, place, place // TEXT)
    size, count = r.contexts.shape[-1], case.heads
    if pure and count > 1 and size > 1 and rows.shape[-1] == count * size:
        part = torch.full((trace.count,), -1)
        part[r.contexts] = torch.arange(len(r.contexts))[:, None, None]
        heads = part[rows.reshape(-1, count * size)[0]]
        if (heads >= 0).all() and (shared(heads.view(size, count), 0) != -2).all():
            case.add("merge=last", line=case.merge_line())
    return bool(pure), bool((common(text) == MIXED).any())


def judge_sources(case: Case) -> None:
    """Ask which sequence each comes from, where there are several."""
    if case.streams < 2:
        return
    r, letters = case.reading, "qkk" if case.streams == 2 else "qkv"
    places = (t.place for t in r.vectors.values())
    from_ = [int(p[p >= 0][0]) // STREAM for p in places]
    said = "".join("qkv"[i] for i in from_)
    if case.streams == 2:
        said = said.replace("qqk", "qqv")
    if said not in (letters, "qqq", "kkk"):  # each may attend to itself, too
        case.add(f"source={said}", line=r.made[0].said)
    case.report.sources.add(said)


def judge_heads(case: Case) -> None:
    """Ask which features a head has, and which head of keys and values it reads."""
    r, report, count = case.reading, case.report, case.heads
    here = torch.nonzero(r.texts == r.texts[0]).flatten()
    if count == 1 or (r.texts == MIXED).any():
        return

    def ranks(t: Vectors) -> tuple[Tensor, int]:
        """Return the ranks of the columns of each part, and how many there are."""
        columns = case.columns[t.rows[:, -1]]  # (parts, features) of the last token
        rank = torch.searchsorted(columns.unique(), columns)[here]
        return rank, len(rank.unique())

    for t in r.vectors.values():
        rank, _ = ranks(t)
        size = rank.shape[-1]
        if (rank.amax(-1) - rank.amin(-1) >= size).any():
            continue  # a head has features of several slices
        both = (rank[1:, :, None] == rank[:1, None]).any(-1).sum(-1)
        if ((both > 0) & (both < size)).any():
            case.add("split=overlap", line=line_of(case, t.rows[1], "slice"))
            return
    (q, every), d = ranks(r.q), r.q.values.shape[-1]
    if every != count * d:
        return
    last = d > 1 and bool((q % count == q[:, :1] % count).all())
    if last:
        case.add("split=last", line=case.viewed(r.q.rows))
    head, wrong = q[:, 0] % count if last else q[:, 0] // d, ""
    groups = {}
    for c in "kv":
        t, every = ranks(r.vectors[c])
        size = t.shape[-1]
        groups[c] = every // size
        if every % size or count % max(groups[c], 1):
            return
        of = head if last else t[:, 0] // size
        if 1 < groups[c] < count and not of.equal(head // (count // groups[c])):
            wrong += c
    if groups["k"] < count:
        report.facts.append(f"{groups['k']} groups of keys and values")
    if wrong:
        key = "repeat=tile" if wrong == "kv" else f"repeat=tile-{wrong}"
        case.add(key, line=line_of(case, r.vectors[wrong[-1]].rows, *REPEATS))


def line_of(case: Case, rows: Tensor, *names: str) -> str:
    """Return the line of the first step of these names that moved the first number."""
    some = case.reading.trace.steps[: case.reading.mixed[0].number]
    some = [s for s in some if s.name in names and (s.rows == rows.flatten()[0]).any()]
    return some[0].said if some else ""


def judge_norms(case: Case) -> None:
    """Ask whether norms of queries and keys run over the features of each."""
    r = case.reading
    for t in (r.q, r.k):
        feature = torch.full((r.trace.count,), -1)
        feature[t.rows] = torch.arange(t.rows.shape[-1])
        for step in r.trace.steps[: r.made[0].number]:
            if step.taken is None or (feature[step.taken] < 0).any():
                continue
            dims = next((a for a in step.args[1:] if isinstance(a, list)), None)
            if dims:
                over = feature[step.taken].movedim(dims, [*range(len(dims))])
                over = over.flatten(0, len(dims) - 1)
                if len(over) > 1 and (over == over[:1]).all():
                    case.report.add("norm=axis", line=step.said)
                    case.askew = True
                    return
