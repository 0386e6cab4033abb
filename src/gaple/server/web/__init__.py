"""The routes over HTTP, and a table's socket."""
