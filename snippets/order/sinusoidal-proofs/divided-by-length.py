import torch

for num_tokens in (6, 21):
    positions = torch.arange(num_tokens) / (num_tokens - 1)
    step = positions[1] - positions[0]
    print(
        f"{num_tokens:2} words: position 5 is {positions[5]:.4f}", end=", "
    )
    print(f"from one position to the next {step:.4f}")
