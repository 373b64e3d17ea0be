import torch
from attention import GPT, MultiToken

torch.manual_seed(123)
both = MultiToken(GPT(50, 12, 24, num_layers=2, num_heads=2))
model = both.model
ids = torch.tensor([3, 1, 4, 15, 9, 26])

h = model.embed(ids)
for block in model.blocks:
    h = block(h)
state = both.norm_state(h[:-1])  # h_0 … h_4
token = both.norm_token(model.tok_emb(ids[1:]))  # t_1 … t_5
pairs = both.combine(torch.cat([state, token], dim=-1))
later = model.out_head(both.final_norm(both.block(pairs)))

print("pairs   ", list(pairs.shape), " later", list(later.shape))
print("by hand ", later[4, :4].detach())
print("package ", both(ids)[1][4, :4].detach())
