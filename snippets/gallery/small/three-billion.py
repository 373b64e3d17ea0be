# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

phi, smollm = (release(name) for name in ("phi-4-mini", "smollm3-3b"))
draw_models(
    describe(outline(phi.config)),
    describe(outline(smollm.config)),
    names=(phi.title, smollm.title),
)
plt.show()
