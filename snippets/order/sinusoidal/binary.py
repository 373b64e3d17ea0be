import torch

places, bits = torch.arange(17), torch.arange(4)
codes = (places[:, None] >> bits) % 2  # lowest bit first

for place in (0, 1, 2, 3, 4, 7, 8, 15, 16):
    print(place, codes[place])
