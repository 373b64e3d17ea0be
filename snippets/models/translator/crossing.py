# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import record_weights
from attention.examples import (
    encode_phrases,
    load_trained,
    translate,
    transliterations,
)
from attention.plotting import heatmap

english = "the girl does not read the book"
model = load_trained("translator").double()
(hindi,) = translate(model, [english])
source_ids, target_ids = encode_phrases([(english, hindi)])
with record_weights(model) as weights:
    model(source_ids, target_ids[:, :-1])
crossing = weights["decoder.0.cross_attention.attend"][0]  # of four heads

rows = [transliterations[word] for word in hindi.split()]
columns = ["begin", *english.split(), "end"]
axes = heatmap(
    crossing.mean(dim=0)[:4], rows=rows, columns=columns, decimals=1
)
axes.set(xlabel="keys: English", ylabel="the word being written")
plt.show()
