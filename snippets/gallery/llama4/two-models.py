# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import Llama, RotaryPositions
from attention.gallery import describe, outline, release
from attention.loaders import shapes_only
from attention.plotting import draw_models

with shapes_only():
    turn = RotaryPositions(4096, 128, base=10000.0)
    llama2 = Llama(32000, 4096, 5120, 40, 40, 40, 13824, rotary=turn)
scout = outline(release("llama-4-scout").config)
names = "Llama 2 13B", "Llama 4 Scout"
draw_models(describe(llama2), describe(scout), names=names)
plt.show()
