# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

before = release("granite-3-8b").config
after = release("granite-4-h-small").config
draw_models(
    describe(outline(before)),
    describe(outline(after)),
    names=("Granite 3 8B", "Granite 4.0 H"),
)
plt.show()
