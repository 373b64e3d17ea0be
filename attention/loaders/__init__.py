"""Published weights: from a checkpoint folder into our models."""

from attention.loaders.deepseek import load_deepseek
from attention.loaders.gpt2 import load_gpt2
from attention.loaders.llama import load_llama
from attention.loaders.meta import shapes_only
from attention.loaders.safetensors_file import read_safetensors, write_safetensors

__all__ = [
    "read_safetensors",
    "write_safetensors",
    "shapes_only",
    "load_gpt2",
    "load_llama",
    "load_deepseek",
]
