"""Every digit of every number in the prose altered, to each other digit.

Prose, tables, formulas, captions, alternative texts and titles, as they stand in the
page's source with its blocks filled in. Two guards are asked: does the section compute
the number (`publish.guards.numbers`), and does the page say what it was accepted to say
(`publish.prose`)? Of the first it is counted how many changes of the numbers that it
reads it refuses by itself: the others are, by chance, numbers of the same section.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from publish import prose
from publish.guards import numbers
from publish.mutants.work import Kind, Tally, own_text
from publish.pages import expand
from publish.project import parts_of

BEFORE, AFTER = 80, 40  # characters: what the guard may look at around a number


class Said(Kind):
    title = "Numbers in prose"
    units = "pages"

    def names(self) -> list[str]:
        parts = parts_of(self.project.root)
        return [page for _, pages in parts for page in pages if page.endswith(".md")]

    def altered(self, name: str) -> str:
        return (self.project.docs / name).read_text(encoding="utf-8")

    def decides(self, name: str) -> Iterable[str]:
        yield expand(self.project, name)
        yield from prose.read_ledger(self.project).get(name, [])
        yield own_text("prose.py", "guards/numbers.py", "mutants/said.py")

    def tally(self, name: str) -> Tally:
        found = Tally(also={"guarded": 0, "computed": 0})
        # Numbers that differ from the accepted ones are refused, whatever they round.
        accepted = [*map(prose.plain, prose.read_ledger(self.project).get(name, []))]
        for title, body in prose.sections(expand(self.project, name)):
            known = numbers.values([text for _, text in prose.shown(body)])
            said = prose.numbers(body)
            tokens = [number[0] for number in said]
            for place, number in enumerate(said):
                around = _around(body, number)
                read = is_read(around)
                for changed in digits(number[0]):
                    computed = read and refused(around, changed, known)
                    found.also["guarded"] += read
                    found.also["computed"] += computed
                    others = [*tokens[:place], changed, *tokens[place + 1 :]]
                    line = prose.line_of(title, others)
                    killed = computed or line not in accepted
                    what = f"{name}, “{title}”: {number[0]} to {changed}"
                    found.count(killed, what)
        return found


Around = tuple[str, str, str]


def _around(body: str, number: prose.Number) -> Around:
    before = body[max(0, number.start() - BEFORE) : number.start()]
    return before, number[0], body[number.end() : number.end() + AFTER]


def is_read(around: Around) -> bool:
    """Whether the guard takes a number for one that a block must show."""
    before, token, after = around
    without = len(numbers.claimed(f"{before}•{after}"))
    return len(numbers.claimed(before + token + after)) > without


def refused(around: Around, changed: str, known: list[Decimal]) -> bool:
    """Whether the guard complains of the altered number.

    It does not where the number has left what it reads: 16 became 10, 1200 a year.
    """
    before, _, after = around
    claims = [token for token, _ in numbers.claimed(before + changed + after)]
    for token, _ in numbers.claimed(f"{before}•{after}"):
        claims.remove(token)
    return any(not numbers.backed(token, known) for token in claims)


def digits(token: str) -> Iterator[str]:
    """The number with one digit altered: each place, each other digit."""
    for place, digit in enumerate(token):
        if digit.isdigit():
            for other in "0123456789".replace(digit, ""):
                yield token[:place] + other + token[place + 1 :]
