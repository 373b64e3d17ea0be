# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import Llama
from attention.gallery import describe, outline, release
from attention.loaders import shapes_only
from attention.plotting import draw_models

with shapes_only():  # words, tokens, width, layers, heads, groups, hidden
    llama = Llama(128256, 4096, 4096, 32, 32, 8, 14336)
draw_models(
    describe(llama),
    describe(outline(release("command-r7b").config)),
    names=("Llama 3 8B", "Command R7B"),
)
plt.show()
