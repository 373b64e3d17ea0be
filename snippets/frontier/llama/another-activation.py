import json
import shutil
from pathlib import Path

from attention.examples import tiny_llama
from attention.loaders import load_llama

folder = Path("with-gelu")
shutil.copytree(tiny_llama(), folder, dirs_exist_ok=True)
config = json.loads((folder / "config.json").read_text())
config["hidden_act"] = "gelu"
(folder / "config.json").write_text(json.dumps(config))
load_llama(
    folder
)  # raises ValueError: with-gelu/config.json: hidden_act must
