# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

dense, mixed = release("qwen3-8b"), release("qwen3-235b")
draw_models(
    describe(outline(dense.config)),
    describe(outline(mixed.config)),
    names=(dense.title, "Qwen3 235B"),
)
plt.show()
