"""Finds a Chromium for the browser tests, or installs one.

``python -m tests.browser.chromium`` is a step of ``make test``. It prints the one
that will be used, or says what was tried and fails.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
ADVICE = """\
No Chromium for the browser tests: none was found, and none could be installed.
Install Chromium or Google Chrome, or name one: make test CHROMIUM=/path/to/chromium
Everything that needs no browser: make check"""


def find() -> str | None:
    """The Chromium to use: CHROMIUM, one on the PATH, or Playwright's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    found = (shutil.which(name) for name in (*NAMES, *ELSEWHERE))
    return next(filter(None, found), None) or playwrights_own()


def playwrights_own() -> str | None:
    """The Chromium in Playwright's cache, if it has been installed there."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def starts(path: str) -> bool:
    """Whether the file is a browser that runs on this machine."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def install_debians() -> None:
    """Debian's package, where apt is there and may be used without asking.

    Ubuntu's package of that name is not a browser: it asks for a snap.
    """
    release = Path("/etc/os-release")
    if not shutil.which("apt-get") or not release.exists():
        return
    if "ubuntu" in release.read_text(encoding="utf-8").lower():
        return
    prefix: list[str] = []
    if os.geteuid() != 0:
        prefix = ["sudo", "--non-interactive"]
        if not shutil.which("sudo") or not _run(*prefix, "true"):
            return
    install = ["install", "--yes", "--no-install-recommends", "chromium"]
    _run(*prefix, "apt-get", "update", "--quiet")
    _run(*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *install)


def install_playwrights() -> None:
    _run(sys.executable, "-m", "playwright", "install", "chromium")


def _run(*command: str) -> bool:
    print("+", *command, flush=True)
    return subprocess.run(command, stdin=subprocess.DEVNULL).returncode == 0


def main() -> str | None:
    """Returns the message to fail with; None when there is a Chromium."""
    named = os.environ.get("CHROMIUM")
    for install in (None, install_debians, install_playwrights):
        if install:
            install()
        path = find()
        if path and starts(path):
            print(f"Chromium: {path}")
            return None
        if named:
            return f"CHROMIUM={named} is not a browser that starts."
    return ADVICE


if __name__ == "__main__":
    sys.exit(main())
