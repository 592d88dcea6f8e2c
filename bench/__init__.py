"""Measures against the best peers: `python -m bench [NAME ...] [--json]`."""
