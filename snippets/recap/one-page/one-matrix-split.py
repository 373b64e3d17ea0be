import difflib
import inspect

from attention import CausalAttention, MultiHeadAttention


def lines(method):
    return [line.strip() for line in inspect.getsource(method).splitlines()]


old = lines(CausalAttention.forward)
new = lines(MultiHeadAttention.forward)
for line in difflib.ndiff(old, new):
    if line[0] in "+-" and ("self.W" in line or "return self" in line):
        print(line)
