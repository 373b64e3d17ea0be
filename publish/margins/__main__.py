"""``make margins``: looks at what changed, lists what is near, writes the record."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from publish.margins import record as records
from publish.margins.look import look_at
from publish.mutants.bar import Bar
from publish.outputs import Outputs
from publish.project import Project
from publish.reach import Package


def main() -> int:
    # Processes with several threads each would only wait for one another.
    os.environ["OMP_NUM_THREADS"] = "1"
    project = Project(Path.cwd())
    package = Outputs(project).package
    record = records.begin(project.snippets, package, records.read(project.root))
    try:
        problems = look_at_others(project, package, record)
    finally:  # stopped, it goes on where it was
        path = records.write(project.root, record)
    for name, printed, value in record.near:
        print(f"{name}: prints {printed}, which is {value}")
    found = f"{len(record.near)} of {record.numbers} numbers are near"
    print(f"{found}: {path.relative_to(project.root)}")
    for line in problems:
        print(f"\nNot in the record: {line}", file=sys.stderr)
    return 1 if problems else 0


def look_at_others(
    project: Project, package: Package, record: records.Record
) -> list[str]:
    """Looks at the snippets that the record lacks; what went wrong."""
    waiting = [s for s in project.snippets if s.id not in record.snippets]
    bar, problems = Bar("Snippets", len(waiting)), []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        names = [snippet.id for snippet in waiting]
        found = pool.map(look_at, [project.root] * len(names), names)
        try:
            for snippet, seen in zip(waiting, found, strict=True):
                bar.step()
                problems += seen.otherwise
                if not seen.otherwise:
                    record.add(package, snippet, seen.numbers, seen.near)
        except BaseException:  # whoever stops it does not wait for what is left
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return problems


if __name__ == "__main__":
    sys.exit(main())
