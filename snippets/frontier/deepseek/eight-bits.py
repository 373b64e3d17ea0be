import json
import shutil
from pathlib import Path

from attention import load_deepseek, tiny_deepseek

folder = Path("eight-bits")
shutil.copytree(tiny_deepseek(), folder, dirs_exist_ok=True)
config = json.loads((folder / "config.json").read_text())
config["quantization_config"] = {"quant_method": "fp8"}
(folder / "config.json").write_text(json.dumps(config))
load_deepseek(
    folder
)  # raises ValueError: eight-bits/config.json: quantization_config must
