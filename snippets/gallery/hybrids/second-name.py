from attention.examples import drawn_checkpoint
from attention.gallery import build

config = dict(drawn_checkpoint("lfm2").config)
config["conv_dim"] = config["hidden_size"]
build(config)
config["conv_dim"] = 25
build(config)  # raises ValueError: config: conv_dim must be 24
