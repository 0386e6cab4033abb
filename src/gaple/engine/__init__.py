"""Compiled kernels: playouts, exact inference and exact solving (docs/engine.md)."""
