from pathlib import Path

import torch
from attention.examples import drawn_checkpoint
from attention.gallery import load

folder = Path("deepseek-v3.2")
folder.mkdir(exist_ok=True)
stored = drawn_checkpoint("deepseek_v32")
stored.write(folder)  # config.json and model.safetensors
model = load(folder, torch.float64)
with torch.no_grad():
    logits = model(stored.ids[None])[0, stored.positions]
off = (logits - stored.logits).abs().max() / stored.logits.std()
print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
print(f"off by {off:.7f} standard deviations from transformers")
