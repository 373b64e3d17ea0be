import json
from pathlib import Path

from attention.examples import drawn_checkpoint
from attention.gallery import load

folder = Path("deepseek-v3.2")
folder.mkdir(exist_ok=True)
drawn_checkpoint("deepseek_v32").write(folder)  # tiny, random numbers
model = load(folder)
print(sum(p.numel() for p in model.parameters()), "parameters")

config = json.loads((folder / "config.json").read_text())
config["indexer_types"] = ["full", "shared", "shared", "shared"]
(folder / "config.json").write_text(json.dumps(config))
load(folder)  # raises ValueError: indexer_types must be missing
