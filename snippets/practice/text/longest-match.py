from attention.text import merge_steps

pieces = [*"unties", "ti", "es", "un", "ties", "ie", "unt", "untie"]

word = [*"unties"]
for piece in pieces:  # the lowest rank first
    for i in range(len(word) - 1):
        if "".join(word[i : i + 2]) == piece:
            word[i : i + 2] = [piece]

longest, rest = [], "unties"
while rest:
    longest.append(max(filter(rest.startswith, pieces), key=len))
    rest = rest.removeprefix(longest[-1])

ranks = {piece.encode(): rank for rank, piece in enumerate(pieces)}
steps = merge_steps(b"unties", ranks)
assert word == [piece.decode() for piece in steps[-1]]
print("byte pairs:   ", word)
print("longest match:", longest)
