from attention import held_out_phrases, training_phrases

print(len(training_phrases), "for training")
for side in (0, 1):
    seen = {w for pair in training_phrases for w in pair[side].split()}
    new = {
        w for pair in held_out_phrases for w in pair[side].split()
    } - seen
    print(len(seen), "words;", len(new), "more among those held out")
