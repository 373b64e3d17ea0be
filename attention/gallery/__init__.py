"""Today's models: each one small function from its config to the course's parts.

model = load("a folder with config.json and model.safetensors")
"""

from attention.gallery.loading import build, load

__all__ = ["build", "load"]
