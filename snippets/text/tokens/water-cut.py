import matplotlib.pyplot as plt
import tiktoken
from attention.plotting import cuts

encoding = tiktoken.get_encoding("gpt2")
rows = {}
for name, text in (("water in Hindi", "पानी"), ("footprints", "👣")):
    letters = [letter.encode().hex() for letter in text]
    ids = encoding.encode(text)
    tokens = [encoding.decode_single_token_bytes(i).hex() for i in ids]
    points = (
        "1 code point" if len(text) == 1 else f"{len(text)} code points"
    )
    rows[f"{name}: {points}"] = letters
    rows[f"{name}: {len(tokens)} tokens of GPT-2"] = tokens
cuts(rows)
plt.show()
