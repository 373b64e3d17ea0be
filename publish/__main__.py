"""``python -m publish COMMAND``: what the Makefile calls."""

import argparse
import sys
from pathlib import Path

from publish.outputs.accept import accept
from publish.project import Project
from publish.site.build import BuildError, build


def outputs(project: Project) -> int:
    """Runs what changed, stores the outputs, shows what is different."""
    diff, refused = accept(project)
    print("\n".join(diff) or "No output changed.")
    for line in refused:
        print(f"\nNot stored: {line}", file=sys.stderr)
    return 1 if refused else 0


def evidence(project: Project) -> int:
    """Runs every snippet, now, and writes the record of this machine."""
    from publish.records.evidence import on_this_machine, write

    record, problems = on_this_machine(project)
    print(f"{len(record.snippets)} blocks: {write(project, record)}")
    for line in problems:
        print(f"\nNot in the record: {line}", file=sys.stderr)
    return 1 if problems else 0


def site(project: Project) -> int:
    """Builds the site into ``site/``."""
    try:
        build(project, project.root / "site")
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def serve(project: Project) -> int:
    from publish.site.serve import serve

    serve(project)
    return 0


def addresses(project: Project) -> int:
    """Adds to the list of addresses what the site has and the list has not."""
    from publish.site.addresses import add

    if site(project):
        return 1
    print("\n".join(add(project, project.root / "site")) or "No address is new.")
    return 0


def main() -> int:
    commands = {
        "outputs": outputs,
        "evidence": evidence,
        "site": site,
        "serve": serve,
        "addresses": addresses,
    }
    parser = argparse.ArgumentParser(prog="python -m publish", description=__doc__)
    parser.add_argument("command", choices=commands)
    command = parser.parse_args().command
    return commands[command](Project(Path.cwd()))


if __name__ == "__main__":
    sys.exit(main())
