import difflib
import inspect

from attention import CausalAttention, SelfAttentionV2


def lines(method):
    return [line.strip() for line in inspect.getsource(method).splitlines()]


old = lines(SelfAttentionV2.forward)
new = lines(CausalAttention.forward)
for line in difflib.ndiff(old, new):
    if line[0] in "+-" and (" = " in line or "return" in line):
        print(line)
