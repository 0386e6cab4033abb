"""What is said to those outside, and what each of them may see."""
