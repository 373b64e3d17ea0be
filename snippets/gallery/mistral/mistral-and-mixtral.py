import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

models = [release(name) for name in ("mistral-7b", "mixtral-8x7b")]
draw_models(
    *(describe(outline(model.config)) for model in models),
    names=("Mistral 7B", "Mixtral 8x7B"),
)
plt.show()
