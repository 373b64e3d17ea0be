# pip install attention-verified
from textwrap import fill

from attention import english_vocabulary, load_trained, translate

model = load_trained("translator")
print(translate(model, "the farmers do not sell the mango"))
print(fill(", ".join(list(english_vocabulary)[3:]), width=60))
