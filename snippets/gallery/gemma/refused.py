from attention.gallery import outline, release

config = release("gemma-3-1b").config
for change in (
    {"use_bidirectional_attention": True},  # EmbeddingGemma
    {"final_logit_softcapping": 30.0},
    {"rope_scaling": {"rope_type": "dynamic", "factor": 8.0}},
    {"vision_config": {"hidden_size": 1152}},  # a tower
):
    try:
        outline({**config, **change})
    except ValueError as error:
        print(error)
