# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

gemma = release("gemma-2-27b").config
own = ("query_pre_attn_scalar", "attn_logit_softcapping")
llama = {k: v for k, v in gemma.items() if k not in own}
del llama["final_logit_softcapping"]
llama |= {"model_type": "mistral", "sliding_window": None}  # as Llama is
before, after = (describe(outline(c)) for c in (llama, gemma))
draw_models(before, after, names=("Llama, same size", "Gemma 2 27B"))
plt.show()
