# pip install attention-verified
import textwrap

from attention.examples import story
from attention.text import split_words

words = split_words(story)

print(textwrap.fill(story.partition("\n\n")[0], width=72))
print("words:", len(words))
print("different words:", len(set(words)))
