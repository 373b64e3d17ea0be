import torch
from attention.examples import toy_values

your, step, starts = toy_values[[0, 6, 2]]
claimed = torch.tensor([0.63, 0.30, 0.33])
computed = 0.6 * your + 0.3 * step + 0.1 * starts

print("claimed: ", claimed)
print("computed:", computed)
