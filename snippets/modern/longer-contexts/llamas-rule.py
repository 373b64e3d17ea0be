import torch
from attention import llama3_frequencies, rotary_frequencies

omega = rotary_frequencies(128, base=500_000.0)
ratios = omega / llama3_frequencies(omega)
print((ratios == 1).sum().item(), "pairs as before")
print(
    torch.isclose(ratios, torch.tensor(8.0).double()).sum().item(), end=" "
)
print("pairs slower by 8")
print(*(f"{ratio:.3f}" for ratio in ratios[28:36]))
