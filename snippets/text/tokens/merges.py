import tiktoken
from attention.text import merge_steps

encoding = tiktoken.get_encoding("gpt2")
ranks = {encoding.decode_single_token_bytes(i): i for i in range(50256)}

for word in [b"journeyed", b" journeyed"]:
    *_, last = merge_steps(word, ranks)
    print("|".join(piece.decode() for piece in last))

print({joined.decode(): ranks[joined] for joined in [b"ed", b"ou"]})
bytes_alone = sum(len(piece) == 1 for piece in ranks)
print(
    bytes_alone, "bytes +", len(ranks) - bytes_alone, "merges + 1 special"
)
print("n_vocab:", encoding.n_vocab)
