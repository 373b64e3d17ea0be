from attention.gallery import build, release

granite = release("granite-4-h-small").config
build(
    granite | {"time_step_limit": [0.001, 0.1]}
)  # raises ValueError: time_step_limit
