# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

models = [release(name) for name in ("gemma-2-27b", "gemma-3-27b")]
draw_models(
    *(describe(outline(model.config)) for model in models),
    names=("Gemma 2 27B", "Gemma 3 27B"),
)
plt.show()
