"""Finding: every text of the site by its words, in either alphabet."""
