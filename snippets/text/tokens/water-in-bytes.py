from unicodedata import name

import tiktoken

encoding = tiktoken.get_encoding("gpt2")
water = "पानी"

for character in water:
    print(character.encode(), name(character))
for i in encoding.encode(water):
    print(f"{i:5}", encoding.decode_single_token_bytes(i))
