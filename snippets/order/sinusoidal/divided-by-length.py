import torch

for num_tokens in (6, 21):
    places = torch.arange(num_tokens) / (num_tokens - 1)
    step = places[1] - places[0]
    print(f"{num_tokens:2} words: place 5 is {places[5]:.4f}", end=", ")
    print(f"from one place to the next {step:.4f}")
