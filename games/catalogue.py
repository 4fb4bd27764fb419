"""The games that records can name."""

from __future__ import annotations

from games.core.protocol import Game, Illegal
from games.core.wording import instead, quoted
from games.shtoss import SHTOSS

GAMES: dict[str, Game] = {game.slug: game for game in (SHTOSS,)}


def find_game(slug: str) -> Game:
    """The game that a record calls ``slug``. Raises :class:`Illegal` for a name that no game has."""
    if slug not in GAMES:
        raise Illegal(f"{quoted(slug)} is not a game known here; {instead(slug, GAMES)}", "game")
    return GAMES[slug]
