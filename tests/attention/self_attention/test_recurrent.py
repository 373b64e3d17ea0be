"""The recurrent encoder, against torch's own."""

import torch
from torch import nn

from attention import RecurrentEncoder
from tests.attention.expect import random


def test_states_are_those_of_nn_rnn_with_the_same_weights():
    torch.manual_seed(0)
    ours, theirs = RecurrentEncoder(3, 5).double(), nn.RNN(3, 5).double()
    with torch.no_grad():
        theirs.weight_ih_l0.copy_(ours.W_input.weight)
        theirs.weight_hh_l0.copy_(ours.W_state.weight)
        theirs.bias_ih_l0.copy_(ours.W_input.bias)
        theirs.bias_hh_l0.zero_()
    x = random(2, 7, 3)
    for i in range(2):
        torch.testing.assert_close(ours(x)[i], theirs(x[i])[0])
