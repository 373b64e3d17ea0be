# pip install attention-verified
import torch
from attention import RecurrentEncoder
from attention.examples import inputs

torch.manual_seed(123)
encoder = RecurrentEncoder(d_in=3, d_state=4)

for num_words in (2, 4, 6):
    states = encoder(inputs[:num_words]).detach()
    print(num_words, "words:", states[-1])  # the state after the last word
