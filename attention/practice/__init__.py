"""Write it yourself: twelve tasks, and a judge that names what is still wrong."""

from attention.practice.judging import judge
from attention.practice.verdicts import Verdict

__all__ = ["Verdict", "judge"]
