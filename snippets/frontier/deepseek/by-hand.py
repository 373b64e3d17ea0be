import torch
from attention.examples import tiny_deepseek
from attention.loaders import load_deepseek, read_safetensors

model = load_deepseek(tiny_deepseek())
ids = read_safetensors(tiny_deepseek() / "logits.safetensors")["ids"]
dense, block, _ = model.blocks
x = dense(model.tok_emb(ids))
x = block.norm_2(x + block.attention(block.norm_1(x)))[0, 3]

router = block.feed_forward.router
scores = torch.sigmoid(router.W_router(x))
biased = scores + router.bias
sums = biased.view(4, 2).sum(dim=1)  # all two of each group
kept = sums.topk(2).indices
allowed = torch.full((4, 2), -torch.inf)
allowed[kept] = biased.view(4, 2)[kept]
chosen = allowed.flatten().topk(3).indices
weights = 2.5 * scores[chosen] / scores[chosen].sum()

print("scores", scores.detach())
print("biased", biased.detach())
print("sums  ", sums.detach())
print("by hand   ", chosen, weights.detach())
chosen, weights = router(x[None])
print("the router", chosen[0], weights[0].detach())
print("of all groups", biased.topk(3).indices)
print("without bias ", router.choose(scores[None])[0])
