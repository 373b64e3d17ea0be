from tempfile import TemporaryDirectory

import torch
import torch.nn.functional as F
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("gemma2")
with TemporaryDirectory() as folder:
    model = load(stored.write(folder), torch.float64)
with torch.no_grad():
    capped = model(stored.ids[None])[0, :-1]
    model.out_head = model.out_head[0]  # without its cap
    plain = model(stored.ids[None])[0, :-1]
same = (capped.argmax(dim=-1) == plain.argmax(dim=-1)).sum()
print(f"most likely words that are the same: {same} of {len(plain)}")
for name, logits in {"capped": capped, "plain": plain}.items():
    print(f"{name} loss {F.cross_entropy(logits, stored.ids[1:]):.4f}")
