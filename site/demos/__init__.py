"""Demonstrations: a record and its words, to be stepped through on a page, in an article or in a frame."""
