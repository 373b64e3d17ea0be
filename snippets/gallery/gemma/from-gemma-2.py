# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

names = ("gemma-2-27b", "gemma-3-27b")
before, after = (describe(outline(release(n).config)) for n in names)
draw_models(before, after, names=("Gemma 2 27B", "Gemma 3 27B"))
plt.show()
