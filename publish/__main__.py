"""``python -m publish COMMAND``: what the Makefile calls."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from publish.page_model import PageError
from publish.project import Project

# Returns what went wrong.
Command = Callable[[Project, list[str]], Sequence[str] | None]

# What a command needs is imported by it: torch and mkdocs take a second each.


def outputs(project: Project, _: list[str]) -> Sequence[str]:
    """Run what changed, store the outputs, show what is different."""
    from publish.snapshots.accept import accept

    diff, refused = accept(project)
    print("\n".join(diff) or "No output changed.")
    return [f"Not stored: {line}" for line in refused]


def evidence(project: Project, arguments: list[str]) -> Sequence[str]:
    """Run every block, on a GPU with `evidence cuda`, and write the record of it."""
    from publish import run_records as records
    from publish.execute.block import on_cpu

    record, wrong = records.run_all(project, *(arguments or [None]))
    most = max(record.deviations.values(), default=0)
    print(f"{len(record.snippets)} blocks as stored, the largest deviation {most:.2f}.")
    for snippet in project.snippets:
        if not records.belongs(snippet, record.device):
            print(f"Runs on the CPU alone: {snippet.id}: {on_cpu(snippet.code)}")
    if record.snippets:
        print(f"Written: {records.write(project.root, record)}")
    return [f"Not in the record: {line}" for line in wrong]


def tiktoken(project: Project, _: list[str]) -> None:
    """Lay the files of GPT-2's tokens where tiktoken looks for them."""
    from publish.execute.tiktoken_cache import fill_cache

    fill_cache()


COMMANDS: tuple[Command, ...] = (
    outputs, evidence, tiktoken,
)  # fmt: skip


def main() -> int:
    commands = {command.__name__: command for command in COMMANDS}
    name, *arguments = sys.argv[1:] or [""]
    if name not in commands:
        listed = (
            f"  {name:<10} {command.__doc__}" for name, command in commands.items()
        )
        sys.exit("\n".join(["usage: python -m publish COMMAND", *listed]))
    try:
        problems = commands[name](Project(Path.cwd()), arguments)
    except PageError as error:
        problems = [str(error)]
    for problem in problems or ():
        print(f"\n{problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
