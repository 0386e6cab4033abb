"""What happens at a table: facts, what they come to, and what may be asked. Nothing here waits, stores or tells."""
