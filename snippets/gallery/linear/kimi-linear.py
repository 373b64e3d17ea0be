# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

before, after = (release(name) for name in ("kimi-k2", "kimi-linear-48b"))
draw_models(
    describe(outline(before.config)),
    describe(outline(after.config)),
    names=(before.title, after.title),
)
plt.show()
