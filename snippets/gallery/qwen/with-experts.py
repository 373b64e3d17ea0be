# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

dense, mixed = release("qwen3-8b"), release("qwen3-235b")
layers = mixed.config["num_hidden_layers"]
one = describe(outline({**mixed.config, "num_hidden_layers": 1}))
whole = one._replace(  # all its layers are alike, and take long to make
    whole={**one.whole, "layers": f"{layers}"}, letters=layers * "A"
)
draw_models(
    describe(outline(dense.config)),
    whole,
    names=(dense.title, "Qwen3 235B"),
)
plt.show()
