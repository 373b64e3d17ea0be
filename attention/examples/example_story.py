"""A story of our own, for pages that need more text than a sentence.

    from attention.examples import story, story_ids, story_vocabulary

It was written for this course. Some of its words come in pairs that are used in similar
sentences: much of what Ada does in the morning with apples, Mira does in the evening
with pears. Word vectors can find these pairs, and windows can slide over the text.
"""

import torch
from jaxtyping import Int64
from torch import Tensor

from attention.text.words import split_words

story: str = "\n\n".join(
    [
        "There was once a wide river without a bridge. On the north bank lived Ada, "
        "who grew apples. On the south bank lived Mira, who grew pears. Between the "
        "banks went the ferry, and on the ferry stood old Tom with his little grey "
        "dog.",
        #
        "Every morning Ada carried a basket of apples down to the water and rang the "
        "bell. Every evening Mira carried a basket of pears down to the water and rang "
        "the bell. In the morning Tom took the apples across to the south bank. In the "
        "evening Tom took the pears across to the north bank. So the south bank ate "
        "apples, the north bank ate pears, and nobody asked for more.",
        #
        "In summer the river was low and slow, and the dog slept in the sun. In winter "
        "the river was high and wild, and the dog slept by the fire. Ada knew every "
        "stone on the north bank. Mira knew every stone on the south bank. They had "
        "never met.",
        #
        "Then came a spring when the rain would not stop. The river rose all night, "
        "and at dawn the ferry was gone. Old Tom stood on the south bank with his "
        "little grey dog and looked at the water. In the morning Ada carried a basket "
        "of apples down to the water and rang the bell. Nobody came. In the evening "
        "Mira carried a basket of pears down to the water and rang the bell. Nobody "
        "went.",
        #
        "So Ada tied a red ribbon to the bell. A red ribbon meant that there were "
        "apples, and that all was well. Mira saw the red ribbon from the south bank. "
        "So Mira tied a blue ribbon to the bell. A blue ribbon meant that there were "
        "pears, and that all was well. Ada saw the blue ribbon from the north bank, "
        "and laughed out loud.",
        #
        "Every morning there was a red ribbon, and every evening there was a blue "
        "ribbon. All summer they cut wood, one on the north bank, one on the south "
        "bank. All winter they cut stone, one on the north bank, one on the south "
        "bank. Tom made a rope as long as the river was wide, and the little grey dog "
        "swam across with it. In the morning Ada pulled. In the evening Mira pulled. "
        "Stone by stone, they built a bridge.",
        #
        "Now Ada takes her apples over the bridge in the morning, and Mira takes her "
        "pears over the bridge in the evening. They meet in the middle, where a red "
        "ribbon and a blue ribbon hang from the old bell. In summer Tom sits in the "
        "sun, and the dog sleeps. In winter Tom sits by the fire, and the dog sleeps. "
        "Nobody needs a ferry any more. But when the river is high, somebody rings the "
        "bell, only to hear it.",
    ]
)
"""Seven paragraphs, with an empty line between two of them."""

story_vocabulary: tuple[str, ...] = tuple(sorted(set(split_words(story))))
"""The different words of the story, sorted: a word's id is its index."""

story_ids: Int64[Tensor, " num_tokens"] = torch.tensor(
    [story_vocabulary.index(word) for word in split_words(story)]
)
"""The story, word by word: indices in `story_vocabulary`."""
