import torch
from attention import AdditiveAttention, RecurrentEncoder, inputs

states = RecurrentEncoder(d_in=3, d_state=4)(inputs)
print("states", states.shape)
print("last state", states[-1].shape)

attention = AdditiveAttention(d_query=3, d_key=3, d_hidden=2)
asked, offered = attention.W_query(inputs), attention.W_key(inputs)
hidden = torch.tanh(asked[:, None, :] + offered[None, :, :])
print("asked", asked.shape)
print("offered", offered.shape)
print("hidden", hidden.shape)
print("scores", attention.v(hidden).squeeze(-1).shape)
contexts, weights = attention.attend(inputs, inputs, inputs)
print("weights", weights.shape)
print("contexts", contexts.shape)
