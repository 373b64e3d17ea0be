"""Diagnose code in a file: python -m attention.diagnosis file.py:MyAttention(24, 4).

What follows the colon is evaluated in the file's own names. The exit code is 0 if no
mistake was found, 1 if one was, and 2 if the code could not be loaded or called.
"""

import argparse
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from attention.diagnosis.examine import diagnose


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the diagnosis of what a file holds, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m attention.diagnosis", description=__doc__.split("\n")[0]
    )
    parser.add_argument("code", help="file.py:MyAttention(24, 4)")
    parser.add_argument("--num-heads", type=int)
    parser.add_argument("--causal", action=argparse.BooleanOptionalAction, default=None)
    given = parser.parse_args(arguments)
    file, _, expression = given.code.partition(".py:")
    path = Path(f"{file}.py")
    try:
        sys.path.insert(0, str(path.parent))
        code = eval(expression, runpy.run_path(str(path)))
        report = diagnose(code, given.num_heads, causal=given.causal)
    except Exception as error:
        print(f"{given.code}: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    print(report)
    return 2 if not report.called else 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
