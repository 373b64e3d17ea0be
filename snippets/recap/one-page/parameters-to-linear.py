import difflib
import inspect

from attention import SelfAttentionV1, SelfAttentionV2


def lines(method):
    return [line.strip() for line in inspect.getsource(method).splitlines()]


old, new = lines(SelfAttentionV1), lines(SelfAttentionV2)
for line in difflib.ndiff(old, new):
    if line[0] in "+-" and " = " in line and "W_query" in line:
        print(line)
