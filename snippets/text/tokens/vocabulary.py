from attention.examples import sentence

pieces = sentence.lower().split()
words = [piece.strip(".,!?") for piece in pieces]
print(words)

vocabulary = {}
for token in ["<pad>", "<bos>", "<eos>", *sorted(set(words))]:
    vocabulary[token] = len(vocabulary)  # the next free number
    print(vocabulary[token], token)
