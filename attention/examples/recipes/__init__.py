"""The recipes of the trained models that ship with the package, a file for each."""
