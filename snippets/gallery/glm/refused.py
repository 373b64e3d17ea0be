from attention.examples import drawn_checkpoint
from attention.gallery import build

config = dict(drawn_checkpoint("minimax_m2").config)
config["attn_type_list"] = [0, 1, 1, 1]
build(config)  # raises ValueError: config: attn_type_list must be [1, 1, 1
