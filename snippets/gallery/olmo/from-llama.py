# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

olmo = release("olmo-2-7b").config
llama = {
    **olmo,
    "model_type": "mistral",
    "sliding_window": None,
}  # as Llama
before, after = (describe(outline(c)) for c in (llama, olmo))
draw_models(before, after, names=("Llama, same size", "OLMo 2 7B"))
plt.show()
