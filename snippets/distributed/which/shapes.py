# pip install attention-verified
from attention.distributed import SHAPES

names = "layers d_model heads groups query value cached chosen moe-layers"
names = [*names.split(), "experts"]
names += ["copied", "kv", "in-experts", "used", "all"]
widths = [12 if n in names[-5:] else len(n) for n in names]
print(
    "model      ",
    *(f"{n:>{w}}" for n, w in zip(names, widths, strict=True)),
)
for name, shape in SHAPES.items():
    numbers = (
        *shape[:6],
        shape.attention.cached,
        shape.num_chosen,
        shape.expert_layers,
        shape.num_experts,
        shape.copied,
        shape.kv_weights,
        shape.expert_weights,
        shape.active,
        shape.weights,
    )
    row = (f"{n:>{w}}" for n, w in zip(numbers, widths, strict=True))
    print(f"{name:11}", *row)
