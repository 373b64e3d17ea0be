import torch
from attention import GPT
from attention.gallery import BROKEN_LINES, gpt_logits

[unmasked] = [m for m in BROKEN_LINES if m.name == "No causal mask"]
ids = torch.arange(12)
for num_layers in (1, 2):
    torch.manual_seed(123)
    model = GPT(50, 24, 32, num_layers, num_heads=2).double()
    with torch.no_grad():
        right = gpt_logits(model, ids)
        off = (unmasked.logits(model, ids) - right)[-1].abs().max()
    print(f"blocks: {num_layers}, distance: {off / right.std():.2f}")
