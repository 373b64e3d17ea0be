"""Nothing that a command makes is committed.

A result in `.cache` that came with a pull request would be believed, and not computed.
"""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_no_file_is_both_tracked_and_ignored() -> None:
    command = "git ls-files --cached --ignored --exclude-per-directory=.gitignore"
    found = subprocess.run(
        command.split(), cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    assert found.stdout.decode().splitlines() == []
