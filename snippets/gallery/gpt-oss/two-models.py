# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

releases = release("mixtral-8x7b"), release("gpt-oss-20b")
before, after = (describe(outline(each.config)) for each in releases)
draw_models(before, after, names=("Mixtral 8x7B", "gpt-oss-20b"))
plt.show()
