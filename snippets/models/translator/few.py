from attention import (
    few_phrases,
    held_out_phrases,
    load_trained,
    training_phrases,
    translate_all,
)

models = {"translator": training_phrases, "translator-few": few_phrases}
for name, seen in models.items():
    for title, pairs in (("seen", seen), ("held out", held_out_phrases)):
        english, hindi = zip(*pairs, strict=True)
        written = translate_all(load_trained(name), english)
        print(f"{name}, {len(pairs)} {title}:")
        for part, words in (
            ("both nouns", slice(2)),
            ("all words", slice(4)),
        ):
            right = sum(
                w.split()[words] == h.split()[words]
                for w, h in zip(written, hindi, strict=True)
            )
            print(f"    {part} right: {right}")
