from attention.gallery import outline, release

config = release("olmo-2-7b").config  # of OLMo-2-1124-7B
for change in (
    {"clip_qkv": 8.0},  # as in the first OLMo
    {"attention_bias": True},
    {"rope_scaling": {"rope_type": "longrope", "factor": 8.0}},
):
    try:
        outline({**config, **change})
    except ValueError as error:
        print(error)
