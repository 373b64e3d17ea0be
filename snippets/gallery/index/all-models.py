# pip install "attention-verified[plot]"
import json

import matplotlib.pyplot as plt
from attention.gallery import (
    count,
    describe,
    outline,
    release,
    release_names,
)

lengths = [1024 * 2**n for n in range(8)]  # 1,024 to 131,072 tokens
lines = []
for name in release_names():
    made = release(name)
    model = outline(made.config)
    counts, described = count(model), describe(model)
    cached = [2 * counts.cached(n) for n in lengths]  # two bytes each
    about = {
        "name": name,
        "title": made.title,
        "parameters": counts.parameters,
        "active": counts.active,
        "cached": cached,
        **described._asdict(),
    }
    print(json.dumps(about))
    layers = str(described.layers)
    if "in all" in layers:
        kind = "states in some layers"
    elif "the last" in layers or "its chunk" in layers:
        kind = "windows in some layers"
    else:
        kind = "latent vectors" if "latent" in layers else "keys and values"
    lines.append((cached, made.title, kind))

styles = {
    "keys and values": ("#888888", "-"),
    "windows in some layers": ("#CC3311", "-"),
    "latent vectors": ("#997700", "--"),
    "states in some layers": ("#5F7F3F", ":"),
}
_, ax = plt.subplots(figsize=(4.2, 6.4), layout="constrained")
lines.sort(key=lambda line: line[0][-1])
for place, (cached, title, kind) in enumerate(lines):
    colour, dashes = styles[kind]
    gib = [each / 2**30 for each in cached]
    ax.plot(lengths, gib, dashes, color=colour)
    up = (place + 0.5) / len(lines)
    ax.annotate(
        title,
        (lengths[-1], gib[-1]),
        (1.1, up),
        textcoords="axes fraction",
        fontsize=10.2,
        va="center",
        arrowprops={
            "arrowstyle": "-",
            "color": colour,
            "linewidth": 0.6,
            "relpos": (0, 0.5),
        },
    )
for kind, (colour, dashes) in styles.items():
    ax.plot([], [], dashes, color=colour, label=kind)
ax.legend(
    fontsize=10.2, frameon=False, loc="lower left", bbox_to_anchor=(0, 1)
)
ax.set(xscale="log", yscale="log", xlim=(lengths[0], lengths[-1]))
ax.set_xticks([1024, 131072], ["1,024", "131,072"])
ax.set_yticks([0.01, 0.1, 1, 10], ["0.01", "0.1", "1", "10"])
ax.minorticks_off()
ax.set_xlabel("tokens", fontsize=11)
ax.set_ylabel("cache in GiB", fontsize=11)
ax.tick_params(labelsize=10.2)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
