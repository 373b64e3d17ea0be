# pip install attention-verified
import torch
from attention import (
    LearnedPositions,
    SinusoidalPositions,
    add_positions,
    shift_matrix,
    sinusoidal_positions,
)
from attention.examples import inputs, position_table

print(add_positions(inputs, position_table)[1])
print(LearnedPositions(context_length=6, d_model=3)(inputs).shape)

places = torch.arange(6)
print(sinusoidal_positions(places, d_model=3)[1])
print(SinusoidalPositions(d_model=3)(inputs)[1])
print(shift_matrix(torch.tensor(2), d_model=4).shape)
