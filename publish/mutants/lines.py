"""Each statement of each snippet left out, or its condition turned round.

The rule: every statement in turn is replaced by ``pass``, within functions, loops and
classes too; the condition of an ``if``, a ``while`` or an ``assert`` is negated. What
is left alone: imports, docstrings, and the statements that show what was computed,
``print(…)`` and ``plt.show()``. Of a snippet that takes long, as many statements are
altered as `SECONDS` allow, at least one, chosen by the snippet's name.

A mutant is killed when the snippet no longer gives its stored outputs, by the
comparison that pages are held to, or when it does not come to an end. A seed may be
left out if nothing shown depends on it: if five others give the same outputs.
"""

import ast
import random
import re
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from types import FrameType

from publish import store
from publish.mutants.work import Kind, Tally, own_text
from publish.outputs import Outputs
from publish.project import Project, Snippet
from publish.run import Result, run, varies

SECONDS = 4.0  # for all mutants of a snippet together, by the time it took before
PATIENCE = 30  # seconds, and as many times the snippet's own time, until it is stopped
CHECKS = ("run.py", "isolation.py", "figures.py", "compare.py", "outputs.py")
SHOWS = ("print", "plt.show")
SEED = re.compile(rb"torch\.manual_seed\((\d+)\)")
OTHER_SEEDS = "with five other seeds it gives the same outputs"

Edit = tuple[int, int, str]  # where it starts and ends, in bytes, and the new text


class TooLong(BaseException):
    """Raised in a mutant that does not end."""


class Confronted(Outputs):
    """The stored outputs, held against one given result."""

    def __init__(self, project: Project, given: Result) -> None:
        super().__init__(project)
        self.given = given

    def results(self, snippet: Snippet) -> list[Result]:
        return [self.given]


class Lines(Kind):
    title = "Lines of snippets"
    units = "snippets"

    @cached_property
    def outputs(self) -> Outputs:
        return Outputs(self.project)

    def names(self) -> list[str]:
        return [snippet.id for snippet in self.project.snippets]

    def altered(self, name: str) -> str:
        return self.project.snippet(f"{name}.py").code

    def decides(self, name: str) -> Iterable[str]:
        snippet = self.project.snippet(f"{name}.py")
        yield self.outputs.package.reached_digest(snippet.code)
        yield from store.hashes(snippet).values()
        yield own_text(*CHECKS, "mutants/lines.py")

    def tally(self, name: str) -> Tally:
        snippet = self.project.snippet(f"{name}.py")
        wrong = self.outputs.problems(snippet)
        if wrong:  # every mutant would differ, and prove nothing
            raise ValueError(f"make outputs first: {wrong[0]}")
        warm_up(self.project)
        code = snippet.code
        found = Tally()
        limit = self.outputs.seconds(snippet) * PATIENCE + PATIENCE
        for edit, what in self._chosen(snippet):
            killed = self._noticed(snippet, altered(code, edit), limit)
            seed = not killed and SEED.fullmatch(code.encode()[edit[0] : edit[1]])
            if seed and self._any_seed(snippet, edit, int(seed[1]), limit):
                found.excuse(f"{name}, {what}", OTHER_SEEDS)
            else:
                found.count(killed, f"{name}, {what}")
        return found

    def _noticed(self, snippet: Snippet, code: str, limit: float) -> bool:
        result = attempt(code, snippet, limit)
        return result is None or differs(self.project, snippet, result)

    def _any_seed(self, snippet: Snippet, edit: Edit, seed: int, limit: float) -> bool:
        """Whether the outputs are the same after other seeds, too."""
        return not any(
            self._noticed(
                snippet,
                altered(snippet.code, (*edit[:2], f"torch.manual_seed({other})")),
                limit,
            )
            for other in range(seed + 1, seed + 6)
        )

    def _chosen(self, snippet: Snippet) -> list[tuple[Edit, str]]:
        every = list(mutants(snippet.code))
        allowed = max(1, int(SECONDS / max(self.outputs.seconds(snippet), 0.001)))
        if len(every) <= allowed:
            return every
        return random.Random(snippet.id).sample(every, allowed)


@cache
def warm_up(project: Project) -> None:
    """Imports what is slow to import, which is no snippet's time."""
    run("import matplotlib.pyplot, tiktoken, attention", "", project.root)


def differs(project: Project, snippet: Snippet, result: Result) -> bool:
    """Whether the outputs are not those that are stored, or there is a warning."""
    return bool(result.stderr or Confronted(project, result).changed(snippet))


def attempt(
    code: str, snippet: Snippet, limit: float, root: Path | None = None
) -> Result | None:
    """What altered code does, perhaps with the package of another ``root``.

    None if it has not ended after ``limit`` seconds.
    """
    try:
        with _at_most(limit):
            result = run(code, str(snippet.path), root or snippet.root)
    except TooLong:
        return None
    if varies(code):
        from publish.families import processor_family

        result.family = processor_family()
    return None if result.error and "TooLong" in result.error else result


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def stop(signum: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def mutants(code: str) -> Iterator[tuple[Edit, str]]:
    """The edits of a snippet, each with its line and what becomes of it."""
    starts = [0]
    for line in code.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(line: int, column: int) -> int:
        return starts[line - 1] + column

    for node in _statements(ast.parse(code).body):
        text = ast.unparse(node).partition("\n")[0]
        where = f"line {node.lineno}: {text}"
        if isinstance(node, ast.If | ast.While | ast.Assert):
            test = node.test
            start = place(test.lineno, test.col_offset)
            end = place(test.end_lineno or 0, test.end_col_offset or 0)
            inner = code.encode()[start:end].decode()
            yield (start, end, f"(not ({inner}))"), f"{where} (negated)"
        elif not isinstance(node, _COMPOUND):
            start = place(node.lineno, node.col_offset)
            end = place(node.end_lineno or 0, node.end_col_offset or 0)
            yield (start, end, "pass"), f"{where} (left out)"


_COMPOUND = (
    ast.For | ast.With | ast.FunctionDef | ast.ClassDef | ast.Try | ast.AsyncFunctionDef
)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Pass) or _shows(node):
            continue
        yield node
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.ExceptHandler):
                yield from _statements(inner.body)
        parts = (getattr(node, part, []) for part in ("body", "orelse", "finalbody"))
        yield from _statements(list(chain.from_iterable(parts)))


def _shows(node: ast.stmt) -> bool:
    """Whether a statement says something, to readers or with a docstring."""
    if not isinstance(node, ast.Expr):
        return False
    call = node.value
    if isinstance(call, ast.Call):
        return ast.unparse(call.func) in SHOWS
    return isinstance(call, ast.Constant)


def altered(code: str, edit: Edit) -> str:
    start, end, new = edit
    before = code.encode()
    return (before[:start] + new.encode() + before[end:]).decode()
