# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

before, after = (release(name) for name in ("mixtral-8x7b", "minimax-01"))
draw_models(
    describe(outline(before.config)),
    describe(outline(after.config)),
    names=(before.title, after.title),
)
plt.show()
