import json
import shutil
from pathlib import Path

from attention import quantise
from attention.examples import tiny_deepseek
from attention.loaders import (
    load_deepseek,
    read_safetensors,
    write_safetensors,
)

folder = Path("fp8")
shutil.copytree(tiny_deepseek(), folder, dirs_exist_ok=True)
tensors = read_safetensors(folder / "model.safetensors")
for name in [n for n in tensors if n.endswith("_proj.weight")]:
    codes, scales = quantise(tensors[name], block=(8, 8))
    tensors |= {name: codes, f"{name}_scale_inv": scales}
write_safetensors(folder / "model.safetensors", tensors)
config = json.loads((folder / "config.json").read_text())
blocks = {"quant_method": "fp8", "weight_block_size": [8, 8]}
config["quantization_config"] = blocks
(folder / "config.json").write_text(json.dumps(config))

stored = read_safetensors(folder / "logits.safetensors")
logits = load_deepseek(folder)(stored["ids"]).detach()
print(f"spread of the logits {stored['logits'].std():.4f}")
off = (logits - stored["logits"]).square().mean().sqrt()
print(f"off by eight bits    {off:.4f}")
