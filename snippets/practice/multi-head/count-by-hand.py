from attention import MultiHeadAttention
from attention.examples import inputs
from torch.utils.flop_counter import FlopCounterMode

T, d_in, d_out = 6, 3, 4
three, out_proj = 3 * T * d_in * d_out, T * d_out * d_out
scores = mixtures = T * T * d_out  # both heads together
answer = three + out_proj + scores + mixtures
print("answer:", answer)

with FlopCounterMode(display=False) as counter:
    MultiHeadAttention(d_in, d_out, T, 0.0, num_heads=2)(inputs)
assert counter.get_total_flops() == 2 * answer

print("each head as wide as both:", three + out_proj + 4 * scores)
print("out_proj as narrow as the others:", three + three // 3 + 2 * scores)
print("out_proj forgotten:", three + 2 * scores)
print("mixtures forgotten:", three + out_proj + scores)
print("projections only:", three + out_proj)
print("hidden pairs left out, but all are computed:", 312 + 2 * 21 * 4)
print("a multiply-add counted as two:", 2 * answer)
