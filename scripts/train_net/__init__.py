"""Training the network of the computer players by self-play: ``python -m scripts.train_net``."""
