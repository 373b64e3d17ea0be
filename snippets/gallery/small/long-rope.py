from attention.gallery import build, release

long = {"rope_scaling": {"type": "longrope"}}
config = {**release("phi-4-mini").config, **long}
build(config)  # raises ValueError: config: rope_type must be 'default'
