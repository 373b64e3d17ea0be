"""The diagnosis of the reader's own attention code, from a call to a report."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import torch
from torch import nn

from attention.diagnosis.around import judge_around
from attention.diagnosis.cache import check_cache
from attention.diagnosis.call import IMAGES
from attention.diagnosis.case import Case
from attention.diagnosis.catalogue import SITE
from attention.diagnosis.copies import copied, is_norm, moved, quiet, redraw
from attention.diagnosis.follow import PLACE, SCORE
from attention.diagnosis.masks import check_masks, dropped_fills
from attention.diagnosis.names import told_heads
from attention.diagnosis.norms import check_norms
from attention.diagnosis.numbers import close
from attention.diagnosis.output import judge_output, judge_picture
from attention.diagnosis.padding import check_padding
from attention.diagnosis.places import judge_places
from attention.diagnosis.probe import Probe, probes
from attention.diagnosis.properties import (
    averages,
    check_asked,
    check_follows,
    check_gradients,
    check_registered,
    check_repeats,
    check_tiles,
    check_training,
    counted,
)
from attention.diagnosis.reading import readings
from attention.diagnosis.report import Report, first_line
from attention.diagnosis.said import says_cross_entropy, says_texts_first
from attention.diagnosis.shapes import TOKENS
from attention.diagnosis.turning import judge_turning
from attention.diagnosis.visible import check_reading, suggests_causal
from attention.diagnosis.weighing import SOFTMAX, judge_weights

TABLES = r"(^|[._])(cos|sin|inv_freq|freqs)(_|$)"
AXES = {
    "heads": "texts, heads, tokens, features",
    "tokens by heads": "texts, tokens, heads, features",
    "image": "texts, features, rows, columns",
    "image, features last": "texts, rows, columns, features",
    "video": "texts, features, pictures, rows, columns",
    "one query": "texts, features) and (texts, tokens, features",
    "picture": "texts, channels, rows, columns",
    "picture, features last": "texts, rows, columns, channels",
    "channels first": "texts, features, tokens",
}


def diagnose(
    code: nn.Module | Callable[..., Any],
    num_heads: int | None = None,
    *,
    causal: bool | None = None,
) -> Report:
    """Report what attention code computes, and which known mistake it makes.

    The code is run on small random inputs, in float64 where it can, and each number is
    followed from the input to the result: which tokens meet, what the scores are
    divided by, what is hidden, what the softmax runs over, how heads are put together.
    Besides, it is asked for properties that attention must have. A diagnosis says what
    the numbers are; it does not say that code is right.

    Args:
        code: An nn.Module or a function of x, of queries, keys and values, or of the
            ids of tokens. A copy of it runs; the module itself, the generator and the
            default dtype stay as they are.
        num_heads: The number of heads for code that takes it as an argument; by default
            that of an attribute such as `num_heads`, or else 4.
        causal: Whether a token must not read later ones. By default that is not known,
            and what a name or a triangular buffer suggests is only a note.

    Returns:
        What was found: to print, or in a test `diagnose(layer).require()`. Whatever the
        code raises becomes a line of the report.
    """
    for dtype in (torch.float64, torch.float32):
        report = Report(getattr(code, "__name__", type(code).__name__))
        try:
            with quiet(dtype), torch.no_grad():
                work, module = copied(code)
                check_registered(report, module)
                redraw(moved(module, "cpu", dtype).eval())
                check_norms(report, module)
                examine(
                    report,
                    work,
                    module,
                    num_heads,
                    causal,
                    suggests_causal(code, module),
                )
        except Exception as error:
            report.called = False
            text = f"{type(error).__name__}: {first_line(error)}"
            report.unknown.append(f"the rest: {text}")
        why = " ".join(report.unknown)
        if report.called or not re.search("dtype|[Dd]ouble|[Ff]loat", why):
            break  # another dtype would not help
    return report


def called(
    report: Report, code: Any, module: nn.Module, hint: int | None
) -> Probe | None:
    """Return the likeliest way to call code; if none works, report why."""
    heads = hint or told_heads(module) or 4
    tables = [m.num_embeddings for m in module.modules() if isinstance(m, nn.Embedding)]
    ids = min((t for t in tables if t > 3), default=0)
    if any(b.dtype == torch.long and b.dim() == 1 for b in module.buffers()):
        ids = min(ids, 6)  # several fields may share a table
    try:
        made = probes(code, module, heads, ids)
    except Exception as error:
        why = f"{type(error).__name__}: {first_line(error)}"
        page = f"{SITE}mistakes/#an-error-is-raised"
        report.unknown.append(f"how to call it: {why} ({page})")
        return None
    report.called, n = True, made[0].streams[0].shape[1]
    if n > max(max(TOKENS)) and made[0].call.form == "batch":
        report.add("length", f"{n} tokens")
    spread = [p for p in made if re.match("every|causal", p.pattern)]
    some = spread or made
    return next((p for p in some if len(some) > 1 and looks_right(p, module)), some[0])


def looks_right(probe: Probe, module: nn.Module) -> bool:
    """Return whether a way to call code shows no mistake."""
    report = Report("")
    cases = cases_of(report, probe, module)
    for case in cases:
        judge(case, probe)
    return trusted(cases) and all(f.mistake.note for f in report.findings)


def cases_of(report: Report, probe: Probe, module: nn.Module) -> list[Case]:
    """Return the attentions of a call."""
    even = False
    with suppress(Exception):  # the reader's code may refuse such an input
        even = probe.streams[0].is_floating_point() and averages(
            probe.call, probe.streams
        )
    more = len(probe.streams), probe.streams[0].shape[-1]
    return [
        Case(r, report, module, *more, averages=even) for r in readings(probe.trace)
    ]


def examine(
    report: Report,
    code: Any,
    module: nn.Module,
    hint: int | None,
    causal: bool | None,
    claims: int,
) -> None:
    """Examine code, and ask it for every property."""
    probe = called(report, code, module, hint)
    if probe is None or not check_repeats(report, probe):
        return
    if probe.call.wrote:
        report.add("in-place", line=next(iter(probe.trace.writes), ""))
    ids = not probe.streams[0].is_floating_point()
    if ids:
        report.facts.append(f"ids to {tuple(probe.out.shape[2 - probe.aligned :])}")
        if (probe.out >= 0).all() and close(probe.out.sum(-1), 1.0, 1e-6):
            sure = probe.aligned or says_cross_entropy(code)
            report.add("softmaxed", level="" if sure else "note")
    cases = cases_of(report, probe, module)
    for case in cases:
        judge(case, probe)
    for s in (s for s in probe.trace.steps if s.name in SOFTMAX):
        each = (probe.trace.table[s.rows, PLACE] >= 0).all()  # no pooled keys
        if s.out.shape[s.args[1]] == 1 and each and probe.trace.kind(s.rows) < SCORE:
            report.add("softmax=single", line=s.said)
    if not cases:
        missed(report, probe)
    for said in {"qqq", "kkk"} & report.sources if len(report.sources) == 1 else ():
        report.add(f"source={said}", line=cases[0].reading.made[0].said)
    report.recognised = bool(cases) and all(c.sure for c in cases)
    tell_call(report, code, probe)
    around(report, module, probe)
    judge_around(report, probe, module, cases, "" if trusted(cases) else "note")
    check_unused(report, probe, cases)
    wrong = bool(report.mistakes)
    check_reading(report, code, module, probe, causal, claims)
    level = "" if report.recognised else "note"
    masks = check_masks(report, probe, code, module, trusted(cases))
    if not {"again", "state"}.isdisjoint(report.names):
        return
    check_training(report, probe, module)
    if not report.mistakes:
        check_padding(report, probe, module, masks)
        with suppress(Exception):  # the reader's code may refuse such tiles
            check_tiles(report, probe)
    if not wrong:  # or what fails is a consequence
        if not ids:
            plain = all(c.plain and not c.extra for c in cases)
            check_asked(report, probe, level if plain and probe.aligned else "note")
        with suppress(RuntimeError):
            check_gradients(report, probe, module, level)
    if ids and cases and len(probe.streams) == 1:
        level = "" if probe.aligned else "note"
        report.check("positions", probe.placed, "order", level=level)
    if isinstance(code, nn.Module):
        check_cache(report, code, probe, module)
        check_follows(report, code, probe)


def missed(report: Report, probe: Probe) -> None:
    """Say that no attention was seen, or that its weights are summed on their own."""
    trace, text = probe.trace, "no product of queries and keys was seen"
    sums = ((s, s.taken) for s in trace.steps if s.name == "sum")
    for s, taken in sums:
        if taken is not None and trace.kind(taken) == SCORE and close(s.out, 1.0):
            report.add("mix=summed", line=s.said)
            return
    report.unknown.append(f"what it computes: {text}")


def trusted(cases: list[Case]) -> bool:
    """Return whether each attention is plain and understood."""
    return all(c.sure and c.plain for c in cases)


def check_unused(report: Report, probe: Probe, cases: list[Case]) -> None:
    """Look for a triangle, or a mask of scores, where no score is hidden."""
    trace = probe.trace
    some = [s for s in dropped_fills(trace) if trace.kind(s.rows) == SCORE]
    lines = [*(s.said for s in some), *trace.triangles]
    open_ = all(c.hidden is not None and not c.hidden.any() for c in cases)
    if lines and cases and open_ and trusted(cases) and not report.mistakes:
        report.add("mask=unused", line=lines[0])


def judge(case: Case, probe: Probe) -> None:
    """Judge one attention, stage by stage."""
    report, r = case.report, case.reading
    heads, d = case.heads, r.q.values.shape[-1]
    if probe.call.form in IMAGES:  # of one window
        heads = int((r.q.place == r.q.place[0]).all(1).sum())
    if r.shape[1:] == (1, 1) and len(r.q.place.unique()) > len(r.texts.unique()):
        case.unsure("which keys a query meets: each pair has a product of its own")
        return
    known = bool((r.texts >= 0).all())
    if probe.call.form not in ("heads", "tokens by heads") and known:
        report.facts.append(f"{heads} head{'s' * (heads > 1)} of {d}")
    judge_places(case)
    judge_weights(case, judge_turning(case))
    judge_output(case)
    if probe.call.form == "image":
        judge_picture(case)
    case.doubt()


def around(report: Report, module: nn.Module, probe: Probe) -> None:
    """Look for tables without effect, and say what is not judged."""
    tables = [k for k, _ in module.named_buffers() if re.search(TABLES, k)]
    told = [*report.facts, *report.names]
    turned = any(t.startswith(("rotary", "ALiBi", "turn")) for t in told)
    if tables and not probe.placed and not turned:
        report.add("no-turn", tables[0])
    if any(is_norm(m) or isinstance(m, nn.Embedding) for m in module.modules()):
        what = "what else is around the attention: sums, norms, other layers"
        report.unknown.append(what)


def tell_call(report: Report, code: Any, probe: Probe) -> None:
    """Report how code is called, and whether texts are independent."""
    form, wrong = probe.call.form, bool(report.mistakes)
    if not probe.aligned:
        report.facts.append(counted(probe.out.shape[1], "row") + " for a text")
    if form == "tokens first" and type(code).__module__[:5] == "torch":
        report.facts.append(form)
    elif form == "tokens first" and says_texts_first(code):
        report.add("tokens-first", "the code says that texts come first", level="FAILS")
    elif form in ("tokens first", "one text"):
        report.add(form.replace(" ", "-"))
    elif form != "batch":
        report.facts.append(f"takes ({AXES[form]})")
    texts = len(probe.out)
    compared = len(probe.streams) > 1 and probe.out.shape[1:] == (1, texts)
    if probe.alone or not (wrong or compared):  # a number for each pair of texts
        report.check("texts are independent", probe.alone, "batch")
    if probe.out.isnan().any() and not wrong:
        rows = probe.out.isnan().any(-1).nonzero()[:, 1].unique().tolist()
        report.add("nan", "rows " + ", ".join(map(str, rows)))
