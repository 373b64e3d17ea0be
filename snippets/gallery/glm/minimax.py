# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models


def described(config):
    """Describe a model by its first four layers, as the others are."""
    few = describe(outline({**config, "num_hidden_layers": 4}))
    layers = config["num_hidden_layers"]
    whole = {**few.whole, "layers": str(layers)}
    letters = few.letters.ljust(layers, few.letters[-1])
    return few._replace(whole=whole, letters=letters)


before, after = (release(name) for name in ("glm-4.5", "minimax-m2"))
names = before.title, after.title
draw_models(described(before.config), described(after.config), names=names)
plt.show()
