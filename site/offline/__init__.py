"""The offline edition: what one reads and steps through, as files that need no server."""
