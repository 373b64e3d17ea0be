import torch
import torch.nn.functional as F
from attention import expert_load
from attention.examples import agreement_halves, load_trained

_, sentences = agreement_halves()
for name in ("mixture", "mixture-balanced"):
    model, choices = load_trained(name), []
    router = model.blocks[0].feed_forward.router
    router.register_forward_hook(
        lambda *call, c=choices: c.append(call[-1])
    )
    with torch.no_grad():
        logits = model(sentences[:, :-1])
    loss = F.cross_entropy(logits.transpose(1, 2), sentences[:, 1:])
    chosen, _ = choices[0]
    load = expert_load(chosen, 8) / (chosen.numel() / 8)
    print(f"{name:16} loss {loss:.3f}", end="  load / mean ")
    print(f"from {load.min():.2f} to {load.max():.2f}")
print(f"{'floor':16}      {13 * torch.tensor(2.0).log() / 10:.3f}")
