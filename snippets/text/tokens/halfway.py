from attention import SPECIAL_TOKENS, sentence, split_words

words = split_words(sentence)
for order in [sorted(words), words]:
    numbered = [*SPECIAL_TOKENS, *order]
    your, one = numbered.index("your"), numbered.index("one")
    between = (your + one) // 2
    print(f"your {your}, one {one}, halfway {between}:", numbered[between])
