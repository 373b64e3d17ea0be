import torch
from attention import SkipGram, skip_gram_pairs, story_ids, story_vocabulary

model = SkipGram(len(story_vocabulary), 16)
centres, contexts = skip_gram_pairs(story_ids, window=2)
picked = torch.arange(256)
negatives = torch.zeros(256, 5, dtype=torch.int64)

print("story, as ids", story_ids.shape)
print("all centres", centres.shape)
print("all contexts", contexts.shape)
print("centres of a batch", centres[picked].shape)
print("negatives of a batch", negatives.shape)
print("table of centres", model.centres.shape)
print("table of contexts", model.contexts.shape)
print("vectors v", model.centres[centres[picked]].shape)
print("vectors u of negatives", model.contexts[negatives].shape)
loss = model(centres[picked], contexts[picked], negatives)
print("losses", loss.shape)
