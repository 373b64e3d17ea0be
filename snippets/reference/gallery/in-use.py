# pip install attention-verified
from tempfile import TemporaryDirectory

import torch
from attention import (
    Attention,
    GeGLU,
    OnePartBlock,
    ParallelBlock,
    RMSNorm,
    SandwichBlock,
    SoftCap,
    Times,
)
from attention.examples import (
    DrawnCheckpoint,
    drawn_checkpoint,
    drawn_names,
    load_trained,
)
from attention.gallery import (
    BROKEN_LINES,
    BrokenLine,
    Counts,
    Description,
    Kept,
    Release,
    build,
    count,
    describe,
    gpt_logits,
    load,
    outline,
    release,
    release_names,
)

x, network = torch.rand(1, 6, 4), GeGLU(4, d_hidden=8)
layer = Attention(4, 4, 6, dropout=0.0, num_heads=2)
sandwich = SandwichBlock(4, layer, network, before=RMSNorm, after=RMSNorm)
parallel = ParallelBlock(4, layer, network, RMSNorm)
alone = OnePartBlock(4, network, RMSNorm)
print([tuple(block(x).shape) for block in (sandwich, parallel, alone)])
print(SoftCap(30.0)(Times(1000.0)(torch.ones(1))))

print("qwen3" in drawn_names(), DrawnCheckpoint._fields)
stored = drawn_checkpoint("qwen3")  # a tiny one
with TemporaryDirectory() as folder:
    model = load(stored.write(folder))
found = model(stored.ids[None])[0, stored.positions]
print(torch.allclose(found, stored.logits.float(), atol=1e-4))

counts: Counts = count(model)
kept: Kept = counts.layers[0]
print(counts.parameters, counts.active, kept.growing, counts.cached(100))
described: Description = describe(model)
print(described.letters, described.layers["A"]["QK-norm"])
print(sum(p.numel() for p in build(stored.config).parameters()))

print("mistral-7b" in release_names())
mistral: Release = release("mistral-7b")
parameters = outline(mistral.config).parameters()  # without numbers
print(mistral.parameters, sum(p.numel() for p in parameters))

gpt, ids = load_trained("story"), torch.tensor([1, 2, 3])
mistake: BrokenLine = BROKEN_LINES[0]
print(mistake.name, mistake.lines)
print(torch.equal(gpt_logits(gpt, ids), mistake.logits(gpt, ids)))
