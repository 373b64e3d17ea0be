from collections import Counter

from attention.examples import (
    held_out_phrases,
    load_trained,
    phrase_parts,
    translate,
)

ENGLISH, HINDI = "encoder.0.attention", "decoder.0.attention"
CROSS = "decoder.0.cross_attention"
english, hindi = zip(*held_out_phrases, strict=True)
print("heads cut        right   men women |", *phrase_parts(""))
for name, layer, heads in (
    ("none", HINDI, ()),
    ("Hindi 1", HINDI, (1,)),
    ("Hindi 3", HINDI, (3,)),
    ("Hindi 1, 3", HINDI, (1, 3)),
    ("Hindi, all", HINDI, range(4)),
    ("English, all", ENGLISH, range(4)),
    ("cross 0", CROSS, (0,)),
    ("cross 1", CROSS, (1,)),
    ("cross 2", CROSS, (2,)),
    ("cross 3", CROSS, (3,)),
    ("cross 0, 2", CROSS, (0, 2)),
    ("cross 0, 1, 3", CROSS, (0, 1, 3)),
    ("cross, all", CROSS, range(4)),
):
    model = load_trained("translator")
    weight = model.get_submodule(layer).out_proj.weight
    for head in heads:
        weight.data[:, 8 * head : 8 * head + 8] = 0
    right, wrong = Counter(), Counter()
    for was, now in zip(hindi, translate(model, english), strict=True):
        parts, found = phrase_parts(was), phrase_parts(now)
        right[parts["gender"]] += was == now
        wrong.update(p for p in parts if found[p] != parts[p])
    count = f"{right.total():5} {right['m']:5} {right['f']:5} |"
    print(
        f"{name:16}",
        count,
        *(f"{wrong[p]:{len(p)}}" for p in parts),
    )
