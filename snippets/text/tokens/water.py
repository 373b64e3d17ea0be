from unicodedata import category

import tiktoken

encoding = tiktoken.get_encoding("gpt2")
water = "पानी"
print("answer:", len(encoding.encode(water)))

consonants = [letter for letter in water if category(letter) == "Lo"]
print("a token for the whole word:", len(water.split()))
print("a token for each consonant:", len(consonants))
print("a token for each character:", len(water))
print("a token for each byte:", len(water.encode()))
