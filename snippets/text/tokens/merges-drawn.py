# pip install "attention-verified[text,plot]"
import matplotlib.pyplot as plt
import tiktoken
from attention.plotting import cuts
from attention.text import merge_steps

encoding = tiktoken.get_encoding("gpt2")
ranks = {encoding.decode_single_token_bytes(i): i for i in range(50256)}

rows, known = {}, set()
for pieces in merge_steps(b" journeyed", ranks):
    new = [piece for piece in pieces if piece not in known]
    known.update(pieces)
    merged = f"{new[0].decode().replace(' ', '␣')} is {ranks[new[0]]}"
    title = merged if rows else "the bytes"
    rows[title] = [piece.decode() for piece in pieces]
_, axes = plt.subplots(figsize=(4.2, 5.6), layout="constrained")
cuts(rows, ax=axes)
plt.show()
