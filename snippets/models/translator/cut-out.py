from attention.examples import (
    held_out_phrases,
    load_trained,
    phrase_parts,
    translate,
    transliterations,
)

girl = "the girl does not read the book"
boys = "the boys do not eat the mango"
women = "the women do not bring the bread"
experiments = {
    "all heads": ("attention", (), girl),
    "no gender": ("attention", (1, 3), girl),
    "only one of them": ("attention", (3,), girl),
    "mistaken identity": ("cross_attention", (3,), boys),
    "lose the verb": ("cross_attention", (0, 2), girl),
    "eyes closed": ("cross_attention", (0, 1, 2, 3), women),
}
english, hindi = zip(*held_out_phrases, strict=True)
for name, (layer, heads, example) in experiments.items():
    model = load_trained("translator")
    weight = model.decoder[0].get_submodule(layer).out_proj.weight
    for head in heads:
        weight.data[:, 8 * head : 8 * head + 8] = 0
    written = translate(model, english)
    pairs = zip(hindi, written, strict=True)
    right = [phrase_parts(a)["gender"] for a, b in pairs if a == b]
    about = f"{len(right):3} right, {right.count('f'):2} about women:"
    words = written[english.index(example)].split()
    print(f"{name:17}", about, *(transliterations[word] for word in words))
