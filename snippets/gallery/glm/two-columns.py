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


glm = release("glm-4.5").config
v32 = release("deepseek-v3.2").config
v3 = {k: v for k, v in v32.items() if not k.startswith("index_")}
v3["model_type"] = "deepseek_v3"
names = "DeepSeek-V3", "GLM-4.5"
draw_models(described(v3), described(glm), names=names)
plt.show()
