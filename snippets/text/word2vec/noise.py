import torch
from attention.examples import story_ids, story_vocabulary
from attention.text import noise_distribution, skip_gram_pairs

noise = noise_distribution(story_ids, len(story_vocabulary))
counts = torch.bincount(story_ids)
for word in ("the", "bell", "summer", "rope"):
    i = story_vocabulary.index(word)
    share = counts[i] / len(story_ids)
    print(f"{word:7} {counts[i]:3} times  {share:.4f} -> {noise[i]:.4f}")

centres, contexts = skip_gram_pairs(story_ids, window=2)
real = torch.zeros(126, 126, dtype=torch.float64)
real[centres, contexts] = 1  # 1 where two words are neighbours somewhere
share = (real @ noise)[centres].mean()
print(f"negatives that are real neighbours: {share:.3f}")
