from attention import CausalAttention
from attention.examples import inputs

layer = CausalAttention(3, 2, context_length=6, dropout=0.0).to("meta")
x = inputs.clone()
x.to("meta")

alike = x.device == next(layer.parameters()).device
assert alike, "x is elsewhere"  # raises AssertionError: x is elsewhere
