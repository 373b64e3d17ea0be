# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import Llama, RotaryPositions
from attention.gallery import describe, outline, release
from attention.loaders import shapes_only
from attention.plotting import draw_models

with shapes_only():
    llama = Llama(
        vocab_size=32000,
        context_length=4096,
        d_model=4096,
        num_layers=32,
        num_heads=32,
        num_kv_groups=32,
        d_hidden=11008,
        rotary=RotaryPositions(4096, 128, base=10000.0),
    )
mistral = outline(release("mistral-7b").config)
draw_models(
    describe(llama),
    describe(mistral),
    names=("Llama 2 7B", "Mistral 7B"),
)
plt.show()
