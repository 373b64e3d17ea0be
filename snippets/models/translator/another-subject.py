from attention.examples import (
    encode_phrases,
    hindi_vocabulary,
    load_trained,
)
from attention.text import decode_words

model = load_trained("translator")
for subject in ("लड़की", "लड़का"):  # laṛkī, girl; laṛkā, boy
    source_ids, written = encode_phrases(
        [("the girl does not read the book", f"{subject} किताब नहीं")]
    )
    logits = model(source_ids, written[:, :-1])  # without its end
    print(
        subject, decode_words(logits[0, -1:].argmax(-1), hindi_vocabulary)
    )
