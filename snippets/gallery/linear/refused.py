from attention.gallery import build, release

kimi = release("kimi-linear-48b").config
build(
    kimi | {"mla_use_nope": False}
)  # raises ValueError: config: mla_use_nope must be True
