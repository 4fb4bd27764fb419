"""The deal builder: a deal of one's own, made by forms, carried in an address, a file, or kept for good."""
