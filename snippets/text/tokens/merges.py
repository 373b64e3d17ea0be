import tiktoken
from attention import merge_steps

encoding = tiktoken.get_encoding("gpt2")
ranks = {encoding.decode_single_token_bytes(i): i for i in range(50256)}

for pieces in merge_steps(b"journeyed", ranks):
    print("|".join(piece.decode() for piece in pieces))
for joined in [b"ed", b"ou", b"our", b"ne", b"ney", b"ourney"]:
    print(joined, ranks[joined])
