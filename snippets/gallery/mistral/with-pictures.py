from attention.gallery import outline, release

config = {**release("mistral-7b").config, "vision_config": {"depth": 24}}
outline(config)  # raises ValueError: config: vision_config must be missing
