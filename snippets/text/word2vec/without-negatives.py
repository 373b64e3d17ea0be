import torch
import torch.nn.functional as F
from attention import SkipGram, story_ids, story_vocabulary, train_skip_gram

for num_negatives in (5, 0):
    generator = torch.Generator().manual_seed(3)
    model = SkipGram(
        len(story_vocabulary), 16, generator=generator
    ).double()
    losses = train_skip_gram(
        model,
        story_ids,
        steps=300,
        num_negatives=num_negatives,
        generator=generator,
    )
    directions = F.normalize(model.centres.detach(), dim=-1)
    cosines = (directions @ directions.T)[~torch.eye(126, dtype=torch.bool)]
    print(
        f"{num_negatives} negatives: last loss {losses[-1]:.2f},", end=" "
    )
    print(f"cosines from {cosines.min():.2f}, mean {cosines.mean():.2f}")
