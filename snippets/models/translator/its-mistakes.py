from attention import load_trained, translate, transliterations

few = load_trained("translator-few")
for english in (
    "the girls read the newspaper",
    "the farmer buys the article",
    "the daughters do not sell the apple",
):
    hindi = translate(few, english)
    print(english)
    print("   ", hindi)
    print("   ", *(transliterations[word] for word in hindi.split()))
