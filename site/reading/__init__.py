"""The reading room: articles, the glossary, the rules of the games."""
