# pip install attention-verified
from attention.examples import (
    load_trained,
    training_phrases,
    translate,
    transliterations,
)

model = load_trained("translator")
(hindi,) = translate(model, ["The girl does not read the book."])
print(hindi)
print(*(transliterations[word] for word in hindi.split()))

her = [
    english
    for english, _ in training_phrases
    if {"girl", "girls"} & set(english.split())
    and {"read", "reads"} & set(english.split())
]
print(len(her), "training sentences in which a girl or girls read")
