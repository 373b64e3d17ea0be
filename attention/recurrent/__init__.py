"""Part 10: attention whose memory does not grow with the text."""
