"""``python -m publish.mutants``: alters one thing at a time, and writes the record."""

import argparse
import os
import sys
from pathlib import Path

from publish.mutants import record as records
from publish.mutants.kinds import KINDS
from publish.mutants.work import tallies
from publish.project import Project


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}; default: all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    # Two processes with two threads each would only wait for one another.
    os.environ["OMP_NUM_THREADS"] = "1"
    project = Project(Path.cwd())
    record = records.start()
    for name in options.kinds or KINDS:
        kind = KINDS[name](project)
        record.kinds[name] = records.count(kind, tallies(kind, options.jobs))
    for line in report(record):
        print(line)
    if options.kinds:
        return 0  # a part; the record is of a whole run
    print(records.write(project.root, record))
    wrong = records.missed(record) + records.unfounded(record, project.root)
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def report(record: records.Record) -> list[str]:
    """One line for each kind, and one for each survivor."""
    found = []
    for kind in record.kinds.values():
        found.append(
            f"{kind.title}: {kind.mutants} altered in {len(kind.altered)} "
            f"{kind.units}, {kind.killed} noticed, {len(kind.equivalent)} equivalent, "
            f"{len(kind.survivors)} survive; {kind.seconds:.0f} s"
        )
        found += [f"  survives: {line}" for line in kind.survivors]
    return found


if __name__ == "__main__":
    sys.exit(main())
