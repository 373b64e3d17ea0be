"""What is ours to play with: data, trained models, and how they were trained.

No concept needs them. Importing them makes a few small tensors and draws no numbers.
"""

from attention.examples.agreement import (
    agreement_halves,
    agreement_ids,
    agreement_words,
)
from attention.examples.checkpoint import (
    delta_reference,
    tiny_deepseek,
    tiny_gpt2,
    tiny_llama,
)
from attention.examples.drawn import (
    DrawnCheckpoint,
    drawn_checkpoint,
    drawn_names,
)
from attention.examples.example_head import W_key, W_query, W_value, position_table
from attention.examples.example_sentence import (
    inputs,
    sentence,
    target_inputs,
    target_tokens,
    tokens,
)
from attention.examples.example_story import story, story_ids, story_vocabulary
from attention.examples.pairs import draw_pairs
from attention.examples.phrases import (
    encode_phrases,
    few_phrases,
    held_out_phrases,
    hindi_vocabulary,
    phrase_parts,
    training_phrases,
    translate,
    transliterations,
)
from attention.examples.plane_head import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
)
from attention.examples.recall import (
    AttentionRecall,
    RecurrentRecall,
    recall_batch,
    train_recall,
)
from attention.examples.repeated import said_twice
from attention.examples.seeded import seeded_projections, seeded_scores
from attention.examples.trained import load_trained, weights_file
from attention.examples.training import fit, greedy

__all__ = [
    # Sentences, and vectors and weights for their words
    "sentence",
    "tokens",
    "inputs",
    "W_query",
    "W_key",
    "W_value",
    "seeded_projections",
    "seeded_scores",
    "position_table",
    "plane_tokens",
    "plane_queries",
    "plane_keys",
    "plane_values",
    "target_tokens",
    "target_inputs",
    # Texts and tasks to learn from
    "story",
    "story_vocabulary",
    "story_ids",
    "training_phrases",
    "held_out_phrases",
    "few_phrases",
    "hindi_vocabulary",
    "transliterations",
    "phrase_parts",
    "encode_phrases",
    "translate",
    "agreement_words",
    "agreement_ids",
    "agreement_halves",
    "said_twice",
    "draw_pairs",
    "recall_batch",
    "RecurrentRecall",
    "AttentionRecall",
    "train_recall",
    # Models: trained by us, or tiny in the formats of published ones
    "load_trained",
    "weights_file",
    "tiny_gpt2",
    "tiny_llama",
    "tiny_deepseek",
    "delta_reference",
    "drawn_checkpoint",
    "drawn_names",
    "DrawnCheckpoint",
    # Training
    "fit",
    "greedy",
]
