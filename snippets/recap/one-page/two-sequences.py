import difflib
import inspect

from attention import CrossAttention, MultiHeadAttention


def lines(method):
    return [line.strip() for line in inspect.getsource(method).splitlines()]


old = lines(MultiHeadAttention.forward)
new = lines(CrossAttention.forward)
for line in difflib.ndiff(old, new):
    if line[0] in "+-" and "self.W" in line:
        print(line)
