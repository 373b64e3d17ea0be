from tempfile import TemporaryDirectory

import torch
from attention import Router
from attention.examples import drawn_checkpoint
from attention.gallery import load


class OverAll(Router):
    def forward(self, x):
        weights = torch.softmax(self.W_router(x), dim=-1)
        weights, chosen = weights.topk(self.top_k)
        return chosen, weights  # which do not sum to 1


def without_biases(layer, part):
    for projection in (layer.W_query, layer.W_key, layer.W_value):
        projection.bias = None


def without_norms(layer, part):
    layer.W_query = layer.W_query.projection
    layer.W_key = layer.W_key.projection


def not_renormalised(layer, part):
    matrix = part.router.W_router
    part.router = OverAll(24, num_experts=6, top_k=3)
    part.router.W_router = matrix


print("                    position 0  position 1  at most")
for name, spoil in (
    ("qwen2", without_biases),
    ("qwen3", without_norms),
    ("qwen3_moe", not_renormalised),
):
    stored = drawn_checkpoint(name)
    with TemporaryDirectory() as folder, torch.no_grad():
        model = load(stored.write(folder), torch.float64)
        right = model(stored.ids[None])[0]
        for block in model.blocks:
            spoil(block.attention, block.feed_forward)
        wrong = model(stored.ids[None])[0]
    off = (wrong - right).abs().amax(dim=-1) / right.std()
    first, second, most = off[0], off[1], off.max()
    print(
        f"{spoil.__name__:16}{first:14.2f}{second:12.2f}{most:9.2f}",
    )
