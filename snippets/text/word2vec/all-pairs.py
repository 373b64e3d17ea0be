from attention.examples import story_ids, story_vocabulary
from attention.text import skip_gram_pairs

centres, contexts = skip_gram_pairs(story_ids, window=2)

print(centres.shape, contexts.shape)
for c, o in zip(centres[:6], contexts[:6], strict=True):
    print(story_vocabulary[c], "->", story_vocabulary[o])
