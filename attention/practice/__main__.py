"""Write it yourself: python -m attention.practice [task] [file.py].

Without a task, list the tasks. With a task, write the file with its gap into this
folder. With a task and a file, judge the answer in the file: the exit code is 0 if it
is right, 1 if it is not yet, and 2 if it cannot run.
"""

import argparse
import inspect
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from attention.diagnosis.catalogue import SITE
from attention.practice.judging import judge
from attention.practice.table import TASKS


def main(arguments: Sequence[str] | None = None) -> int:
    """List the tasks, write one, or judge an answer; return the exit code."""
    about, _, more = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        prog="python -m attention.practice", description=about, epilog=more
    )
    parser.add_argument("task", nargs="?", choices=TASKS)
    parser.add_argument("file", nargs="?", type=Path, help="the file with your answer")
    given = parser.parse_args(arguments)
    if given.task is None:
        for name, task in TASKS.items():
            print(f"{name:10} {task.title}")
        print(f"\n{SITE}practice/write-it-yourself/")
        return 0
    if given.file is None:
        return write(given.task)
    return judge_file(given.task, given.file)


def write(name: str) -> int:
    """Write the file of a task into this folder, unless there is one."""
    path = Path(f"my_{name}.py")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(inspect.getsource(TASKS[name].gap))
    except FileExistsError:
        print(f"{path} is there already, and stays as it is", file=sys.stderr)
        return 2
    print(f"{path} is written: fill the gap, then")
    print(f"python -m attention.practice {name} {path}")
    return 0


def judge_file(name: str, path: Path) -> int:
    """Judge the answer in a file."""
    wanted = TASKS[name].answer
    sys.path.insert(0, str(path.parent))
    try:
        names = runpy.run_path(str(path))
    except (Exception, SystemExit) as error:
        print(f"{name}: cannot run\n  {type(error).__name__}: {error}")
        return 2
    if wanted not in names:
        print(f"{name}: cannot run\n  {path} defines no {wanted}")
        return 2
    verdict = judge(name, names[wanted])
    print(verdict)
    return verdict.code


if __name__ == "__main__":
    sys.exit(main())
