import matplotlib.pyplot as plt
import tiktoken
from attention import cuts

encoding = tiktoken.get_encoding("gpt2")
rows = {}
for name, text in (("water in Hindi", "पानी"), ("footprints", "👣")):
    letters = [letter.encode().hex() for letter in text]
    ids = encoding.encode(text)
    tokens = [encoding.decode_single_token_bytes(i).hex() for i in ids]
    rows[f"{name}: {len(letters)} code points"] = letters
    rows[f"{name}: {len(tokens)} tokens of GPT-2"] = tokens
cuts(rows)
plt.show()
