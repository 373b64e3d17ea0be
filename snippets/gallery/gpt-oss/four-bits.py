from pathlib import Path

from attention.examples import drawn_checkpoint
from attention.gallery import load
from attention.loaders import read_safetensors, write_safetensors

folder = Path("four-bits")
folder.mkdir(exist_ok=True)
file = drawn_checkpoint("gpt_oss").write(folder) / "model.safetensors"
tensors = read_safetensors(file)
packed = {  # the names that a released folder has
    name + "_blocks" * name.endswith("_proj"): tensor
    for name, tensor in tensors.items()
}
write_safetensors(file, packed)
load(folder)  # raises ValueError: four-bits must hold a tensor
