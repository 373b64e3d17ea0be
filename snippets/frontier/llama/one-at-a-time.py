# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import (
    Attention,
    Decoder,
    FeedForward,
    LayerNorm,
    LearnedPositions,
    RMSNorm,
    RotaryPositions,
    SwiGLU,
    TransformerBlock,
)
from attention.loaders import shapes_only
from attention.plotting import COLOURS

TOKENS, D, HEADS = 1024, 768, 12  # as in GPT-2


def build(norm=LayerNorm, gated=False, turned=False, groups=HEADS):
    rotary = RotaryPositions(TOKENS, D // HEADS) if turned else None

    def block(number):
        attention = Attention(
            *(D, D, TOKENS, 0.0, HEADS),
            qkv_bias=True,
            num_kv_groups=groups,
            rotary=rotary,
        )
        hidden = SwiGLU(D, 8 * D // 3) if gated else FeedForward(D, 4 * D)
        return TransformerBlock(D, attention, hidden, norm=norm)

    positions = None if turned else LearnedPositions(TOKENS, D)
    return Decoder(
        50257, TOKENS, D, 12, block, positions, norm=norm, tied=True
    )


exchanges = {
    "GPT-2": {},
    "RMSNorm": {"norm": RMSNorm},
    "SwiGLU": {"gated": True},
    "rotary positions": {"turned": True},
    "4 groups": {"groups": 4},
}
exchanges["all four"] = {
    name: value
    for choice in exchanges.values()
    for name, value in choice.items()
}
weights, cached = [], []
with shapes_only():
    for choice in exchanges.values():
        model = build(**choice)
        weights.append(sum(p.numel() for p in model.parameters()))
        keys = model.blocks[0].attention.W_key.out_features
        cached.append(12 * 2 * keys)  # 12 blocks, keys and values

_, axes = plt.subplots(
    2, figsize=(4.2, 4.6), sharey=True, layout="constrained"
)
for ax, title, numbers, colour in (
    (axes[0], "parameters", weights, "context"),
    (axes[1], "cached for a token", cached, "key"),
):
    bars = ax.barh(range(6), numbers, color=COLOURS[colour], height=0.45)
    ax.bar_label(bars, [f"{n:,}" for n in numbers], padding=4, fontsize=11)
    ax.set_title(title, fontsize=11)
    ax.set(xticks=[], xlim=(0, 1.6 * max(numbers)), yticks=range(6))
    ax.spines[:].set_visible(False)
axes[0].set_yticks(range(6), exchanges, fontsize=11)
axes[0].invert_yaxis()
plt.show()
