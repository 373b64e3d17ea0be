"""``make margins``: looks at what changed, lists what is near, writes the record."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from publish.margins import record as records
from publish.margins.look import Looked, look_at
from publish.mutants.bar import Bar
from publish.outputs import Outputs
from publish.project import Project


def main() -> int:
    # Processes with several threads each would only wait for one another.
    os.environ["OMP_NUM_THREADS"] = "1"
    project = Project(Path.cwd())
    outputs = Outputs(project)
    before = records.read(project.root)
    record = records.begin(project.snippets, outputs.package, before)
    try:
        seen = list(look_at_others(outputs, record))
    finally:  # stopped, it goes on where it was
        path = records.write(project.root, record)
    for name, printed, value in record.near:
        print(f"{name}: prints {printed}, which is {value}")
    found = f"{len(record.near)} of {record.numbers} numbers are near"
    print(f"{found}: {path.relative_to(project.root)}")
    return 0 if all(look.right for look in seen) else 1


def look_at_others(outputs: Outputs, record: records.Record) -> Iterator[Looked]:
    """Looks at the snippets that the record lacks, and says what went wrong."""
    snippets = outputs.project.snippets
    waiting = [s for s in snippets if s.id not in record.snippets]
    waiting.sort(key=outputs.seconds)  # stopped half way, it has most of them
    bar = Bar("Snippets", len(waiting))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        runs = {pool.submit(look_at, s.root, s.id): s for s in waiting}
        for run in as_completed(runs):
            seen = run.result()
            if seen.right:
                record.add(outputs.package, runs[run], seen.numbers, seen.near)
            for line in seen.otherwise[:1]:
                print(f"\nNot in the record: {line}\n", file=sys.stderr)
            bar.step()
            yield seen


if __name__ == "__main__":
    sys.exit(main())
