"""What a release is made of, and its rehearsal up to the upload."""
