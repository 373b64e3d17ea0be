from tempfile import TemporaryDirectory

import torch
from attention import AttentionCore, RotaryPositions, SlidingWindow
from attention.examples import drawn_checkpoint
from attention.gallery import load

stored = drawn_checkpoint("gpt_oss")  # tiny, windows of 20


def no_sinks(block):
    block.attention.attend = AttentionCore()


def a_key_more(block):
    if isinstance(block.attention.mask, SlidingWindow):
        block.attention.mask = SlidingWindow(21)


def yarn_forgotten(block):
    block.attention.rotary = RotaryPositions(160, 10).double()
