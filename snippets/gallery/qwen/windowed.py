from attention.gallery import build, release

config = {**release("qwen2.5-7b").config, "use_sliding_window": True}
build(config)  # raises ValueError: config: use_sliding_window must be False
