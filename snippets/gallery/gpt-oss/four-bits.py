import torch
from attention.gallery.four_bits import decode_four_bits

numbers = torch.arange(16, dtype=torch.uint8)
codes = numbers[::2] + 16 * numbers[1::2]  # two in a byte
blocks = torch.cat([codes, codes])[None, None]  # (rows, blocks, bytes)
scales = torch.tensor([[126]], dtype=torch.uint8)  # 2 ** (126 - 127)

block = decode_four_bits(blocks, scales)[:, 0]
print("four bits:", (2 * block[:16]).tolist())
print("scaled:   ", block[:16].tolist())
