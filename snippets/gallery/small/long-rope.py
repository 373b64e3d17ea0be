from attention.gallery import build, release

config = release("phi-4-mini").config
build(
    {**config, "rope_scaling": {"type": "longrope"}}
)  # raises ValueError: config: rope_type must be
