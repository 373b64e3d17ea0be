"""A notebook in a kernel of an environment where the package is not yet installed."""

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from publish.release.environment import only_from
from publish.release.reader import differs


def check_beginning(text: str, python: Path, folder: Path, files: Path) -> list[str]:
    """How a notebook's first cell and its first block do not do what is shown.

    The first cell installs the package, for which pip finds some files and no index.
    """
    notebook: Any = nbformat.reads(text, as_version=4)
    setup, *blocks = (cell for cell in notebook.cells if cell.cell_type == "code")
    block = next(cell for cell in blocks if printed(cell))
    shown = printed(block)
    notebook.cells = [setup, block]
    with TemporaryDirectory() as kernels:
        spec = Path(kernels, "kernels", "empty", "kernel.json")
        spec.parent.mkdir(parents=True)
        kernel = [str(python), "-I", "-m", "ipykernel_launcher"]
        argv = [*kernel, "-f", "{connection_file}"]
        about = {"argv": argv, "display_name": "Empty", "language": "python"}
        spec.write_text(json.dumps(about), encoding="utf-8")
        env = only_from(files) | {"JUPYTER_PATH": kernels, "IPYTHONDIR": kernels}
        env.pop("MPLBACKEND", None)
        with patch.dict(os.environ, env, clear=True):
            resources = {"metadata": {"path": str(folder)}}
            client = NotebookClient(
                notebook, timeout=300, kernel_name="empty", resources=resources
            )
            try:
                client.execute()
            except CellExecutionError as error:
                return [str(error)]
    return differs(block.metadata["file"], shown, printed(block))


def printed(cell: Any) -> str:
    """What a cell wrote, without the newline at the end."""
    texts = (output.get("text", "") for output in cell.outputs)
    return "".join(texts).rstrip("\n")
