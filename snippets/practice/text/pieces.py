pieces = [*"unties", "ti", "es", "un", "ties", "ie", "unt", "untie"]
for rank, piece in enumerate(pieces):
    print(rank, piece)
