"""What measures speed, side by side with a peer, and how well the players play."""
