"""What is wrong with attention code: a diagnosis of the reader's own."""
