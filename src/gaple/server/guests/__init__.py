"""Who the people are, and what is theirs."""
