"""The recipes of trained models that ship with the package, a file for each kind."""
