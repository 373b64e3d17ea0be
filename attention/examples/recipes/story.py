"""The recipe of the model `story`."""

import torch

from attention.examples.example_story import story_ids, story_vocabulary
from attention.examples.training import fit
from attention.models.gpt import GPT

LENGTH = 24


def train_story(seed: int = 0) -> GPT:
    """Train a GPT on one short story until it knows it by heart.

    Args:
        seed: Decides the first weights and the order of the windows.
    """
    torch.manual_seed(seed)
    model = GPT(
        vocab_size=len(story_vocabulary),
        context_length=LENGTH,
        d_model=32,
        num_layers=1,
        num_heads=2,
    )
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 2:
                parameter.mul_(5)  # larger first weights than GPT-2's
    windows = story_ids.unfold(0, LENGTH + 1, 1)
    batches = windows[torch.randint(len(windows), (600, 32))]
    fit(model, ((b[:, :-1], b[:, 1:]) for b in batches), learning_rate=0.005)
    return model.eval()
