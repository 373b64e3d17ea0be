"""A recurrent encoder: reads word by word, and carries one vector along.

    state  h_t = tanh(W_input x_t + b + W_state h_(t-1)),  h_0 = 0

This is the simple recurrent network of Elman (1990), one way to write the
encoder of a recurrent encoder-decoder (Bahdanau et al., 2015, section 2.1). What
it knows of a sentence is its last state, h_n, as long for six words as for six
hundred.
"""

import torch
from torch import nn


class RecurrentEncoder(nn.Module):
    """The states of a recurrent encoder, one for each word read.

    d_in:    features of a word
    d_state: features of a state

    Raises ValueError if one of them is not positive.
    """

    def __init__(self, d_in: int, d_state: int) -> None:
        super().__init__()
        for name, size in {"d_in": d_in, "d_state": d_state}.items():
            if size < 1:
                raise ValueError(f"{name} must be at least 1. Got {size}.")
        self.W_input = nn.Linear(d_in, d_state)
        self.W_state = nn.Linear(d_state, d_state, bias=False)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Read the words in order.

        inputs:  (..., num_tokens, d_in), at least one word
        returns: (..., num_tokens, d_state); the last one has read everything

        Raises ValueError for inputs of another shape.
        """
        d_in = self.W_input.in_features
        if inputs.dim() < 2 or inputs.shape[-1] != d_in or inputs.shape[-2] == 0:
            raise ValueError(
                f"inputs must have shape (..., num_tokens, d_in={d_in}), with at "
                f"least one word. Got {tuple(inputs.shape)}."
            )
        words = self.W_input(inputs)  # (..., num_tokens, d_state), all at once
        state = torch.zeros_like(words[..., 0, :])
        states = []
        for word in words.unbind(dim=-2):  # one after another: each needs the last
            state = torch.tanh(word + self.W_state(state))
            states.append(state)
        return torch.stack(states, dim=-2)
