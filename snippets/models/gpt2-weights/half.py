from pathlib import Path

from attention import read_safetensors
from attention.examples import tiny_gpt2

raw = (tiny_gpt2() / "model.safetensors").read_bytes()
half = Path("half.safetensors")
half.write_bytes(raw[:40_000])
read_safetensors(half)  # raises ValueError: half.safetensors must have
