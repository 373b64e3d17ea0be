"""What config.json says of a model, each entry noted when it is read.

An entry that nothing reads may ask for a computation that nothing does. So a model of
this room is made from `Settings`, which know in the end what was not read.
"""

from typing import Any

from attention.loaders.config_file import Config

# What no logits depend on: names, ids of words, dropout and losses of the training.
IGNORED = frozenset(
    [
        "_name_or_path",
        "architectures",
        "attention_dropout",
        "auto_map",
        "bos_token_id",
        "cache_implementation",
        "dtype",
        "embd_pdrop",
        "eos_token_id",
        "initializer_range",
        "model_type",
        "output_router_logits",
        "pad_token_id",
        "pretraining_tp",
        "resid_pdrop",
        "router_aux_loss_coef",
        "router_jitter_noise",
        "torch_dtype",
        "transformers_version",
        "use_cache",
    ]
)


class Settings:
    """The entries of a config, as attributes if they are positive numbers.

    Args:
        config: The entries, and the file that holds them, for errors.
        outlined: Whether the model is to be counted only, and its experts may be one.

    Attributes:
        config: The same.
        outlined: The same.
        read: The names of the entries that were read, or that no logits depend on.
    """

    def __init__(self, config: Config, outlined: bool = False) -> None:
        self.config = config
        self.outlined = outlined
        self.read = set(IGNORED)

    def __getattr__(self, name: str) -> Any:
        """Return an entry that is a positive number.

        Raises:
            ValueError: If it is missing, or something else.
        """
        if name.startswith("_"):  # what copy and pickle ask for
            raise AttributeError(name)
        self.config.number(name)
        return self.get(name)

    def get(self, name: str, default: Any = None) -> Any:
        """Return an entry, or a default for one that is missing or null."""
        self.note(name)
        found = self.config.entries.get(name)
        return default if found is None else found

    def note(self, *names: str) -> None:
        """Note entries as read that are read elsewhere, or mean nothing here."""
        self.read.update(names)

    def need(self, *names: str) -> None:
        """Check that entries are there, perhaps null.

        transformers gives those that are missing a value, which null is not.

        Raises:
            ValueError: If one is missing.
        """
        for name in names:
            if name not in self.config.entries:
                raise ValueError(f"{self.config.path}: {name} must be there.")

    def rename(self, **newer: str) -> None:
        """Give entries the names that other models have for them.

        Args:
            newer: By the name of an entry, its new name.
        """
        entries = {newer.get(n, n): value for n, value in self.config.entries.items()}
        self.config = self.config._replace(entries=entries)

    def must(self, **values: object) -> None:
        """Check that entries have these values, or are missing or null.

        Raises:
            ValueError: If one has another value.
        """
        kept = {name: self.get(name, value) for name, value in values.items()}
        found = Config(self.config.path, kept)
        found.check(values, str(self.get("model_type")))

    def check_all_read(self) -> None:
        """Check that each entry that is not null was read.

        Raises:
            ValueError: If one was not.
        """
        for name, value in self.config.entries.items():
            if value is not None and name not in self.read:
                raise ValueError(
                    f"{self.config.path}: {name} must be missing, because our "
                    f"{self.get('model_type')} does not read it. Got {value!r}."
                )
