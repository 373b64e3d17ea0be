from attention.examples import load_trained, translate

model = load_trained("translator")
english = ["the farmer buys the book", "the farmers buy the book"]
print(*translate(model, english), sep="\n")
