import json
import shutil
from pathlib import Path

from attention import load_deepseek
from attention.examples import tiny_deepseek

folder = Path("fp8")
shutil.copytree(tiny_deepseek(), folder, dirs_exist_ok=True)
config = json.loads((folder / "config.json").read_text())
config["quantization_config"] = {"quant_method": "fp8"}
(folder / "config.json").write_text(json.dumps(config))
load_deepseek(folder)  # raises ValueError: fp8/config.json:
