import difflib
import inspect

from attention import CausalAttention, MultiHeadAttentionWrapper


def lines(method):
    return [line.strip() for line in inspect.getsource(method).splitlines()]


old = lines(CausalAttention.forward)
new = lines(MultiHeadAttentionWrapper.forward)
for line in difflib.ndiff(old, new):
    if line[0] == "+" and "self.heads" in line:
        print(line)
