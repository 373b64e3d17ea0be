"""A recurrent encoder, which reads word by word and carries one vector along.

    state  h_t = tanh(W_input x_t + b + W_state h_(t-1)),  h_0 = 0

This is the simple recurrent network of Elman (1990). It can be the encoder of a
recurrent encoder-decoder (Bahdanau et al., 2015, section 2.1). The last state, h_n, is
as wide for six words as for six hundred.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn


class RecurrentEncoder(nn.Module):
    """A recurrent encoder that returns one state for each word.

    Args:
        d_in: Features of a word.
        d_state: Features of a state.
    """

    def __init__(self, d_in: int, d_state: int) -> None:
        super().__init__()
        self.W_input = nn.Linear(d_in, d_state)
        self.W_state = nn.Linear(d_state, d_state, bias=False)

    def forward(
        self, inputs: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_state"]:
        """Read the words in order.

        Args:
            inputs: One vector for each word.

        Returns:
            The state after each word; the last one has read them all.
        """
        words = self.W_input(inputs)  # (..., num_tokens, d_state), all at once
        state = torch.zeros_like(words[..., :1, :])
        states = [words[..., :0, :]]
        for word in words.split(1, dim=-2):  # each state needs the one before
            state = torch.tanh(word + self.W_state(state))
            states.append(state)
        return torch.cat(states, dim=-2)
