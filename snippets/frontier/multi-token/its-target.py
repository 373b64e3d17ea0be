import torch
from attention import GPT, MultiToken

torch.manual_seed(123)
both = MultiToken(GPT(50, 12, 24, num_layers=2, num_heads=2))
model = both.model


def later(ids, ahead):
    h = model.embed(ids)
    for block in model.blocks:
        h = block(h)
    state = both.norm_state(h[:-ahead])
    token = both.norm_token(model.tok_emb(ids[ahead:]))
    pairs = both.combine(torch.cat([state, token], dim=-1))
    return model.out_head(both.final_norm(both.block(pairs)))


ids = torch.randint(50, (12,))
changed = ids.clone()
changed[7] = (ids[7] + 1) % 50
for ahead in (1, 2):
    moved = later(ids, ahead) != later(changed, ahead)
    print("ahead by", ahead, "first", moved.any(-1).nonzero()[0].item())
