"""What is kept, and by what right: the one door to the database."""
