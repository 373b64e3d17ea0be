from attention import (
    few_phrases,
    held_out_phrases,
    load_trained,
    training_phrases,
    translate_all,
)


def right(model, pairs, num_words):
    """Count the translations whose first words are right."""
    english, hindi = zip(*pairs, strict=True)
    written = [
        text.split()[:num_words] for text in translate_all(model, english)
    ]
    return sum(
        w == h.split()[:num_words]
        for w, h in zip(written, hindi, strict=True)
    )


models = {"translator": training_phrases, "translator-few": few_phrases}
for name, seen in models.items():
    model = load_trained(name)
    print(name)
    print(f"    {len(seen)} seen: {right(model, seen, 4)} right")
    print(f"    {len(held_out_phrases)} held out:", end=" ")
    print(f"both nouns right {right(model, held_out_phrases, 2)},", end=" ")
    print(f"all right {right(model, held_out_phrases, 4)}")
