from attention.examples import drawn_checkpoint
from attention.gallery import build

config = dict(drawn_checkpoint("deepseek_v32").config)
config["indexer_types"] = ["full", "shared", "full", "shared"]
build(config)  # raises ValueError: config: indexer_types must be missing
