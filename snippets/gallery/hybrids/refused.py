from attention.gallery import build, release

config = dict(release("granite-4-h-small").config)
config["time_step_limit"] = [0.001, 0.1]
build(config)  # raises ValueError: config: time_step_limit must be [0.0
