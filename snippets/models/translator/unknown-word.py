from attention import load_trained, translate

model = load_trained("translator")
# raises KeyError: "text must use words of the vocabulary. Got 'poem'."
translate(model, "the girl reads the poem")
