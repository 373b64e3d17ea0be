# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release

models = {
    "Gemma 2\n27B": "gemma-2-27b",
    "Granite 3\n8B": "granite-3-8b",
    "Command\nR7B": "command-r7b",
    "Llama 4\nScout": "llama-4-scout",
}
places = ("embeddings", "scores", "each part adds", "logits")
_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
word = {"ha": "center", "va": "center", "fontsize": 10.2}
for column, (title, name) in enumerate(models.items()):
    whole, _, layers = describe(outline(release(name).config))
    facts = dict(whole)
    for layer in layers.values():
        facts |= layer
    ax.text(1.2 + 1.05 * column, 0.75, title, **word)
    found = []
    for row, place in enumerate(places):
        said = facts.get(place, "as they are")
        said = "–" if said == "as they are" else said
        lines = []
        for each in said.split(", "):
            first, _, number = each.rpartition(" ")
            if first == "times":
                each = f"× {float(number):.3g}"
            each = each.replace("capped at", "cap")
            lines.append(each.replace(" every", "\nevery"))
        said = "\n".join(lines).replace(" positions", "\npositions")
        found.append(f"{place} {' '.join(said.split())}")
        chip = {"boxstyle": "round,pad=0.25", "fc": "none", "ec": "#CC3311"}
        bbox = None if said == "–" else chip
        ax.text(1.2 + 1.05 * column, -row, said, **word, bbox=bbox)
    print(f"{' '.join(title.split())}: {', '.join(found)}")
for row, place in enumerate(places):
    shape = {"boxstyle": "round,pad=0.4", "fc": "none", "ec": "#888888"}
    ax.text(0, -row, place.replace(" adds", "\nadds"), **word, bbox=shape)
    if row:
        head = {"arrowstyle": "->", "color": "#888888"}
        ax.annotate("", (0, 0.3 - row), (0, 0.7 - row), arrowprops=head)
ax.set(xlim=(-0.6, 4.95), ylim=(-3.4, 1))
ax.axis("off")
plt.show()
