from tempfile import TemporaryDirectory

import torch
from attention import RMSNorm, SandwichBlock, TransformerBlock
from attention.examples import drawn_checkpoint
from attention.gallery import load
from torch import nn


class PostNormBlock(TransformerBlock):
    def forward(self, x):
        x = self.norm_1(x + self.attention(x))
        return self.norm_2(x + self.feed_forward(x))


class NormInResidual(TransformerBlock):
    def forward(self, x):
        x = self.norm_1(x)
        x = self.norm_2(x + self.attention(x))
        return x + self.feed_forward(x)


made = {"of the sum": PostNormBlock, "in the residual": NormInResidual}


def placed(place, block):
    parts = 24, block.attention, block.feed_forward
    one, two = block.norm_1, block.norm_2
    if place == "after":
        norms = {"before": nn.Identity, "after": RMSNorm}
        block = SandwichBlock(*parts, **norms)
        block.after_1, block.after_2 = one, two
    if place in made:
        block = made[place](*parts)
        block.norm_1, block.norm_2 = one, two
    if place == "exchanged":
        block.norm_1, block.norm_2 = two, one
    return block


stored = drawn_checkpoint("mistral")
with TemporaryDirectory() as folder, torch.no_grad():
    stored.write(folder)
    right = load(folder, torch.float64)(stored.ids[None])[0]
    print("norm             error ÷ std   same next word")
    places = ("after", "of the sum", "in the residual", "exchanged")
    for place in (*places, "other tokens"):
        model = load(folder, torch.float64)
        for number, block in enumerate(model.blocks):
            model.blocks[number] = placed(place, block)
        logits = model(stored.ids[None])[0]
        if place == "other tokens":  # the right model, 50 positions away
            logits = right.roll(50, dims=0)
        off = (logits - right).abs().max() / right.std()
        same = logits.argmax(dim=-1) == right.argmax(dim=-1)
        print(f"{place:16} {off:11.1f} {same.double().mean():14.0%}")
