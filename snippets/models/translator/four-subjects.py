from attention.examples import training_phrases, transliterations

hindi = dict(training_phrases)
for english in (
    "the man reads the book",
    "the men read the book",
    "the woman reads the book",
    "the women read the book",
    "the women do not read the book",
):
    print(english)
    print("   ", hindi[english])
    print(
        "   ", *(transliterations[word] for word in hindi[english].split())
    )
