"""A diagnosis finds no mistake in transformers' own models.

`make oracle` runs it. Every one must be recognised.
"""

import sys
from collections.abc import Callable
from typing import Any

import transformers as t

from attention import diagnose

SIZES: dict[str, Any] = {
    "vocab_size": 61,
    "hidden_size": 24,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 32,
    "max_position_embeddings": 32,
}
GROUPS = SIZES | {"num_key_value_heads": 2}
GPT2 = {"vocab_size": 61, "n_positions": 32, "n_embd": 24, "n_layer": 2, "n_head": 4}
WIDE = SIZES | {"hidden_size": 64}
BLOOM = {"vocab_size": 61, "hidden_size": 24, "n_layer": 2, "n_head": 4}
T5 = {"vocab_size": 61, "d_model": 24, "d_kv": 6, "d_ff": 32, "num_heads": 4}
MODELS: dict[str, Callable[[], Any]] = {
    "GPT-2": lambda: t.GPT2LMHeadModel(t.GPT2Config(**GPT2)),
    "Llama": lambda: t.LlamaForCausalLM(t.LlamaConfig(**GROUPS)),
    "Mistral": lambda: t.MistralForCausalLM(
        t.MistralConfig(**GROUPS, sliding_window=3)
    ),
    "GPT-NeoX": lambda: t.GPTNeoXForCausalLM(t.GPTNeoXConfig(**WIDE)),
    "Qwen3": lambda: t.Qwen3ForCausalLM(t.Qwen3Config(**GROUPS, head_dim=6)),
    "Gemma 2": lambda: t.Gemma2ForCausalLM(t.Gemma2Config(**GROUPS, head_dim=6)),
    "Phi": lambda: t.PhiForCausalLM(t.PhiConfig(**WIDE)),
    "BERT": lambda: t.BertModel(t.BertConfig(**SIZES)),
    "RoBERTa": lambda: t.RobertaModel(t.RobertaConfig(**SIZES)),
    "BLOOM": lambda: t.BloomForCausalLM(t.BloomConfig(**BLOOM)),
    "T5": lambda: t.T5EncoderModel(t.T5Config(**T5)),
}


def main() -> int:
    """Print a verdict for each model; return 1 if one is not as it must be."""
    wrong = 0
    for name, make in MODELS.items():
        report = diagnose(make())
        right = report.ok and report.recognised
        wrong += not right
        print(f"{name}: {report.verdict}")
        if not right:
            print(report)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
