"""What measures speed, side by side with a peer."""
