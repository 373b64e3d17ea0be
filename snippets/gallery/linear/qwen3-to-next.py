# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

qwen3 = {
    "model_type": "qwen3_moe",
    "vocab_size": 151936,
    "hidden_size": 2048,
    "num_hidden_layers": 1,  # 48 like it
    "num_attention_heads": 32,
    "num_key_value_heads": 4,
    "head_dim": 128,
    "max_position_embeddings": 40960,
    "rope_theta": 1e6,
    "rms_norm_eps": 1e-6,
    "num_experts": 128,
    "num_experts_per_tok": 8,
    "moe_intermediate_size": 768,
    "norm_topk_prob": True,
}
following = release("qwen3-next-80b").config
first = {
    "num_hidden_layers": 4,
    "layer_types": following["layer_types"][:4],
}


def repeated(config, times):
    few = describe(outline(config))
    whole = few.whole | {"layers": str(times * len(few.letters))}
    return few._replace(whole=whole, letters=times * few.letters)


before, after = repeated(qwen3, 48), repeated(following | first, 12)
draw_models(before, after, names=("Qwen3 30B-A3B", "Qwen3-Next"))
plt.show()
