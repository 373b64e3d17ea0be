# pip install "attention-verified[plot]"
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import torch
from attention import RotaryPositions, TransformerBlock
from attention.examples import drawn_checkpoint
from attention.gallery import load
from attention.plotting import COLOURS


def all_features_turned(model):
    for block in model.blocks:
        block.attention.rotary = RotaryPositions(160, head_dim=6)


def positions_everywhere(model):
    for block in model.blocks:
        block.attention.rotary = model.blocks[0].attention.rotary


def no_residual_factor(model):
    for block in model.blocks:
        block.factor = 1.0


def scores_over_root_of_d(model):
    for block in model.blocks:
        block.attention.attend.factor = 1.0


def one_part_after_the_other(model):
    for number, block in enumerate(model.blocks):
        parts = block.attention, block.feed_forward
        model.blocks[number] = TransformerBlock(24, *parts)
        model.blocks[number].norm_1 = block.norm_1
        model.blocks[number].norm_2 = block.norm_1


def fresh(model):  # as transformers makes a model to be trained
    generator = torch.Generator().manual_seed(123)
    for name, parameter in model.named_parameters():
        parameter.normal_(0, 0.02, generator=generator)
        if "norm" in name:
            parameter.fill_(1.0)


@torch.no_grad()
def error(name, spoil, prepare, num_tokens):
    stored = drawn_checkpoint(name)
    ids = stored.ids[None, :num_tokens]
    with TemporaryDirectory() as folder:
        model = load(stored.write(folder), torch.float64)
    prepare(model)
    right = model(ids)
    spoil(model)
    return (model(ids) - right).abs().max() / right.std()


recipes = (
    ("phi3", all_features_turned),
    ("smollm3", positions_everywhere),
    ("granite", no_residual_factor),
    ("granite", scores_over_root_of_d),
    ("cohere2", one_part_after_the_other),
    ("cohere2", positions_everywhere),
)
tests = {
    "large numbers, 150 tokens": (lambda model: None, 150, "o", "query"),
    "a fresh model, 8 tokens": (fresh, 8, "D", "key"),
}
_, ax = plt.subplots(figsize=(4.2, 4.2), layout="constrained")
for label, (prepare, num_tokens, marker, colour) in tests.items():
    errors = [error(*recipe, prepare, num_tokens) for recipe in recipes]
    style = {"color": COLOURS[colour], "label": label}
    ax.plot(errors, range(len(recipes)), marker, **style)
rows = [f"{n}:\n{spoil.__name__.replace('_', ' ')}" for n, spoil in recipes]
ax.set_yticks(range(len(recipes)), rows, fontsize=10.2)
ax.set(xscale="log", xlim=(1e-6, 30), xticks=[1e-5, 1e-3, 0.1, 10])
ax.set_xlabel(
    "error of logits ÷ standard deviation", fontsize=10.2, loc="right"
)
ax.tick_params(axis="x", labelsize=10.2)
ax.invert_yaxis()
ax.grid(axis="y", alpha=0.3)
ax.spines[["top", "right", "left"]].set_visible(False)
ax.legend(
    fontsize=10.2, frameon=False, loc="lower left", bbox_to_anchor=(-0.9, 1)
)
plt.show()
