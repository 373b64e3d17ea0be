import matplotlib.pyplot as plt
from attention import Llama
from attention.gallery import describe, outline
from attention.loaders import shapes_only
from attention.plotting import draw_models

lfm2 = {
    "model_type": "lfm2",
    "vocab_size": 65536,
    "hidden_size": 2048,
    "intermediate_size": 12288,  # two thirds of it are made
    "num_hidden_layers": 16,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "full_attn_idxs": [2, 5, 8, 10, 12, 14],
    "conv_L_cache": 3,
    "max_position_embeddings": 128000,
    "rope_theta": 1000000.0,
    "norm_eps": 1e-5,
}
with shapes_only():
    llama = Llama(128256, 4096, 2048, 32, 8, 16, 8192)
draw_models(
    describe(llama),
    describe(outline(lfm2)),
    names=("Llama 3.2 1B", "LFM2 1.2B"),
)
plt.show()
