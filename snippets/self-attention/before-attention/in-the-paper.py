import torch
from attention import AdditiveAttention, RecurrentEncoder
from attention.examples import inputs

torch.manual_seed(123)
encoder = RecurrentEncoder(d_in=3, d_state=4)
attention = AdditiveAttention(d_query=5, d_key=4, d_hidden=7)

states = encoder(inputs)  # a state for each word of the source
decoder_state = torch.rand(1, 5)  # what the decoder holds as it writes
print("keys and values", states.shape)
context, weights = attention.attend(decoder_state, states, states)
print("weights", weights.shape)
print("context", context.shape)
