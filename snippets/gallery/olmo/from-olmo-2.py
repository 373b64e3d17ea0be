# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

three = release("olmo-3-32b").config
own = ("sliding_window", "rope_scaling")
two = {k: v for k, v in three.items() if k not in own}
two["model_type"] = "olmo2"
before, after = (describe(outline(c)) for c in (two, three))
draw_models(before, after, names=("OLMo 2, same size", "OLMo 3 32B"))
plt.show()
