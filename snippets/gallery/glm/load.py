import json
from pathlib import Path

from attention.examples import drawn_checkpoint
from attention.gallery import load

folder = Path("minimax-m2")
folder.mkdir(exist_ok=True)
drawn_checkpoint("minimax_m2").write(folder)  # tiny, random numbers
model = load(folder)
print(sum(p.numel() for p in model.parameters()), "parameters")

config = json.loads((folder / "config.json").read_text())
config["attn_type_list"] = [0, 1, 1, 1]
(folder / "config.json").write_text(json.dumps(config))
load(folder)  # raises ValueError: attn_type_list must be [1, 1, 1, 1]
