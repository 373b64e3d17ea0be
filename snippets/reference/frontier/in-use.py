# pip install attention-verified
import torch
from attention import (
    DeepSeek,
    DeepSeekRouter,
    GatedExpert,
    Llama,
    MixtureOfExperts,
    RMSNorm,
    Router,
    SigmoidRouter,
    SwiGLU,
    balance_loss,
    balanced_bias,
    expert_load,
    rms_norm,
    within_capacity,
)

x, ids = torch.rand(6, 4), torch.arange(6)[None]
print(rms_norm(x, torch.ones(4)).shape, RMSNorm(4)(x).shape)
print(SwiGLU(4, d_hidden=8)(x).shape)
sizes = {"num_layers": 1, "num_heads": 2, "num_kv_groups": 1, "d_hidden": 8}
print(Llama(9, 6, d_model=4, **sizes)(ids).shape)

experts = [SwiGLU(4, d_hidden=8) for _ in range(3)]
layer = MixtureOfExperts(Router(4, num_experts=3, top_k=2), experts)
print(layer(x).shape)
shared = GatedExpert(4, SwiGLU(4, d_hidden=8))
router = SigmoidRouter(4, num_experts=3, top_k=1)
print(MixtureOfExperts(router, experts, shared, weigh_inputs=True)(x).shape)
chosen = torch.tensor([[0, 1], [0, 2]])  # of two tokens
load = expert_load(chosen, num_experts=3)
print(load, balance_loss(torch.full((2, 3), 1 / 3), chosen))
print(balanced_bias(torch.zeros(3), load))
print(within_capacity(chosen, num_experts=3, capacity=1))

router = DeepSeekRouter(4, num_experts=4, top_k=2, num_groups=2)
print([tuple(part.shape) for part in router(x)])
layer = {"head_dim": 4, "rotary_dim": 2, "latent_dim": 3, "query_dim": 3}
sizes = {"d_hidden": 8, "d_expert": 4, "num_experts": 4, "top_k": 2}
model = DeepSeek(9, 6, 4, 2, num_dense=1, num_heads=2, **layer, **sizes)
print(model(ids).shape)
