"""What a diagnosis leads to explains what it names, and shows the diagnosis itself."""

import re

from attention.diagnosis.catalogue import CATALOGUE, MISTAKES
from publish.pages.numbers import said
from publish.project import Project
from tests.site.test_gallery import BUGS, STORIES, items, section

# What a section has to speak of if a key, or what stands before its = sign, leads
# there; by default the key itself.
SUBJECTS = """
scale: root; scale=after: after the softmax; scale=after-d_model: after the softmax
softmax=exp: exp; softmax=log: log_softmax; softmax=sigmoid: sigmoid
softmax=keepdim: keepdim; softmax=none: no function; softmax=flat: whole matrix
softmax=twice: (once; softmax=linear: sum; mask=next: diagonal; mask=strict: diagonal
mask=strict-finite: even; mask=strict-zero: zero; mask=transposed: upside down
mask=positive: plus a large number; mask=renorm: keepdim; mask=times: exp(0)
split: view; split=last: every second; merge: transpose; merge=batch: batch and heads
attend: transpose; repeat: repeat_interleave; order: quer; order=qqv: symmetric
order=kkv: symmetric; order=qkx: value; source: key; mix: transpose; linear: transpos
out: out_proj; out=untransposed: transpos; turn=opposite: opposite
turn=no-minus: turn; turn=mixed: halves; turn=mixed-2: halves; alibi: slope
linear=none: weight; mask=short: chunk
no-turn: both by the same number
tokens-first: batch_first; one-text: .t; future: change; eval: evaluation
average: sum to one; again: dropout; state: cache; in-place: memory; hidden: list
shared: list; equal: seed; overflow: inf; length: context_length; drop: dropout
drop-scores: mask; unread: other; cross: other; pad: padding
cache=positions: position; cache=open: chunk; cache=again: not turn them again
softmaxed: loss; pad-name: true blocks; alone: one position; joined: mask
made: made; residual=normed: plain sum; unused=layer: gradient; place: batch
unused=result: assign; copied: a copy
out=places: windows; bias: table of biases; padded: mean; tiles: rescaled
mask=order: repeat_interleave; mask=not-bool: inverts each bit
"""


def plain(project: Project, place: str) -> str:
    """What a section says and shows, without marks."""
    text = section(project, *place.partition("#")[::2])
    return re.sub(r"[*`]", "", f"{said(text)} {text}").lower()


def test_a_diagnosis_leads_to_what_it_names(project: Project) -> None:
    rows = (row.strip().split(": ") for row in re.split("[;\n]", SUBJECTS.strip()))
    subjects = dict(rows)
    wrong = []
    for key, mistake in CATALOGUE.items():
        field = key.partition("=")[0]
        subject = subjects.get(key) or subjects.get(field) or field
        if subject not in plain(project, mistake.page):
            wrong.append(f"{key}: {mistake.page} does not say {subject}")
    assert wrong == []


def test_the_section_of_a_mistake_shows_its_diagnosis(project: Project) -> None:
    links: dict[str, set[str]] = {}
    for mistake in MISTAKES.values():
        page = mistake.page.partition("#")[0]
        if page.startswith("mistakes/") and page not in STORIES:
            links.setdefault(mistake.page, set()).add(mistake.link.lower())
    assert links
    lacks = [
        place
        for place, wanted in links.items()
        if not any(link in plain(project, place) for link in wanted)
    ]
    assert lacks == []


def test_each_program_with_a_bug_is_diagnosed(project: Project) -> None:
    bugs = [item for item in items(project, "practice") if item.page == BUGS]
    assert bugs
    for bug in bugs:
        assert "-diagnosed.out" in bug.text, bug
