import torch
from attention import inputs, sinusoidal_positions

places, d_model = torch.arange(6), 3
frequencies = 10000 ** (-torch.arange(0, d_model, 2) / d_model)
print("places", places.shape)
print("frequencies", frequencies.shape)
print("angles", (places[:, None] * frequencies).shape)
print("PE", sinusoidal_positions(places, d_model).shape)
print("one row", sinusoidal_positions(places, d_model)[1].shape)
print("X", (inputs + sinusoidal_positions(places, d_model)).shape)
