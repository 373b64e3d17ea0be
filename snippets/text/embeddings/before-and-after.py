# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import arrows, inputs

one, step = inputs[4], inputs[5]
one_after, step_after = one + 0.5 * step, step + 0.5 * one
before = torch.cosine_similarity(one, step, dim=0)
after = torch.cosine_similarity(one_after, step_after, dim=0)
print(f"cosine before {before:.4f}, after {after:.4f}")

along = one / one.norm()  # in the plane of the two vectors
across = step - (step @ along) * along
plane = torch.stack([along, across / across.norm()], dim=1)
words = torch.stack([one, one_after, step, step_after])
names = ["one", "one, after", "step", "step, after"]
axes = arrows(words @ plane, labels=names)
axes.set(xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
plt.show()
