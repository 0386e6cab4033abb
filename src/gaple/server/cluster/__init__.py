"""Several processes that share the tables."""
