# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.gallery import describe, outline, release
from attention.plotting import draw_models

v32 = release("deepseek-v3.2").config
v3 = {k: v for k, v in v32.items() if not k.startswith("index_")}
v3["model_type"] = "deepseek_v3"
draw_models(
    describe(outline(v3)),
    describe(outline(release("glm-4.5").config)),
    names=("DeepSeek-V3", "GLM-4.5"),
)
plt.show()
