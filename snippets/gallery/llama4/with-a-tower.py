from attention.gallery import outline, release

scout = release("llama-4-scout").config
tower = {"model_type": "llama4_vision_model"}
config = {**scout, "vision_config": tower}
outline(config)  # raises ValueError: config: vision_config must be missing
