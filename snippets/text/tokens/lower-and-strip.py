from attention import sentence

pieces = sentence.lower().split()
words = [piece.strip(".,!?") for piece in pieces]

print(words)
