# pip install attention-verified
from attention import inputs, tokens

swapped = [4, 1, 2, 3, 0, 5]  # "your" and "one" change places
print(*tokens)
print(*(tokens[i] for i in swapped))
print("your, in place 0:", inputs[0])
print("your, in place 4:", inputs[swapped][4])
