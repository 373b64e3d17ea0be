from attention.examples import story
from attention.text import split_words

words = split_words(story)


def beside(word):
    """Return the words within two positions of a word."""
    found = [i for i, other in enumerate(words) if other == word]
    return {w for i in found for w in words[max(0, i - 2) : i + 3]} - {word}


shared = sorted(beside("apples") & beside("pears"))
print("beside both apples and pears:", len(shared))
print(*shared[:9])
print(*shared[9:])
print("beside both apples and dog:", len(beside("apples") & beside("dog")))
