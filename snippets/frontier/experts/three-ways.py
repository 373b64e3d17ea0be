import torch
from attention import MixtureOfExperts, Router, SwiGLU
from attention.examples import inputs

torch.manual_seed(123)
experts = [SwiGLU(3, 8) for _ in range(4)]
layer = MixtureOfExperts(Router(3, 4, top_k=2), experts)
chosen, weights = layer.router(inputs)  # both (6, 2)

# dense: all experts on all tokens, most of them with a weight of 0
all_weights = torch.zeros(6, 4).scatter(1, chosen, weights)
said = torch.stack([expert(inputs) for expert in experts], dim=1)
dense = (all_weights[..., None] * said).sum(dim=1)

# grouped: sort the choices by expert, then each has one slice
order = chosen.flatten().argsort(stable=True)
tokens, sizes = order // 2, chosen.flatten().bincount(minlength=4)
slices = inputs[tokens].split(sizes.tolist())
said = torch.cat([e(s) for e, s in zip(experts, slices, strict=True)])
said = weights.flatten()[order, None] * said
grouped = torch.zeros(6, 3).index_add(0, tokens, said)

print(
    "tokens of each expert",
    [s.tolist() for s in tokens.split(sizes.tolist())],
)
print("loop   ", layer(inputs)[1].detach())
print("dense  ", dense[1].detach())
print("grouped", grouped[1].detach())
