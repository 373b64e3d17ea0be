import torch
from attention.examples import drawn_checkpoint
from attention.gallery import build

stored = drawn_checkpoint("deepseek_v32")
for heads in (1, 16):
    torch.manual_seed(123)
    config = {**stored.config, "index_n_heads": heads}
    model = build(config).double().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=0.2)
        earlier = model(stored.ids[None])
        for block in model.blocks:  # the later of two equal scores wins
            block.attention.indexer.register_forward_hook(
                lambda _, x, scores: (
                    scores + 1e-12 * torch.arange(scores.shape[-1])
                )
            )
        later = model(stored.ids[None])
    off = (later - earlier).abs().max() / earlier.std()
    print(f"{heads:2} index heads: off by {off:.2f} standard deviations")
