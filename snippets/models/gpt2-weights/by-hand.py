import json
import struct

import torch
from attention.examples import tiny_gpt2

raw = (tiny_gpt2() / "model.safetensors").read_bytes()
length = int.from_bytes(raw[:8], "little")
header = json.loads(raw[8 : 8 + length])

entry = header["transformer.h.0.ln_1.weight"]
print(entry)
begin, end = (8 + length + offset for offset in entry["data_offsets"])
numbers = struct.unpack("<24f", raw[begin:end])  # F32, little-endian
print(torch.tensor(numbers[:4]))
