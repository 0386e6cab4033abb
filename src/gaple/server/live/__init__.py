"""Tables in the memory: who is there, what happens by itself, and who hears of it."""
