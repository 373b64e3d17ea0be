from pathlib import Path

from attention.examples import tiny_gpt2
from attention.loaders import read_safetensors

raw = (tiny_gpt2() / "model.safetensors").read_bytes()
half = Path("half.safetensors")
half.write_bytes(raw[:40_000])
read_safetensors(half)  # raises ValueError: half.safetensors must have
