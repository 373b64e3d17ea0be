import torch
from attention import RecurrentEncoder
from attention.examples import inputs

torch.manual_seed(123)
encoder = RecurrentEncoder(d_in=3, d_state=4)
W_input, b = encoder.W_input.weight.detach(), encoder.W_input.bias.detach()
W_state = encoder.W_state.weight.detach()

after_your = torch.tanh(W_input @ inputs[0] + b + W_state @ torch.zeros(4))
after_journey = torch.tanh(W_input @ inputs[1] + b + W_state @ after_your)
print("after your:   ", after_your)
print("after journey:", after_journey)
print("the module:   ", encoder(inputs[:2])[-1].detach())
