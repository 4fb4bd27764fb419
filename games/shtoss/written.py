"""What a person writes on one line: the rows of an abzug table, as in ``3: banker 1/2, 11: punter 1``."""

from __future__ import annotations

import re
from typing import Any

from games.core.protocol import Illegal
from games.core.wording import quoted

ROW = re.compile(r"([0-9]{1,2})\s*:\s*(banker|punter)\s+([0-9]{1,2}(?:/[0-9]{1,2})?)")


def parts(text: str) -> list[str]:
    """What stands between the commas, semicolons and line ends of ``text``."""
    return [part for part in (part.strip() for part in re.split(r"[,;\n]", text)) if part]


def read_rows(text: str) -> tuple[dict[str, Any], ...]:
    """The rows of a table as a record has them under ``abzug``. Raises :class:`Illegal`."""
    rows = []
    for part in parts(text):
        found = ROW.fullmatch(part)
        if not found:
            raise Illegal(f"{quoted(part)} is not a row; write position: banker or punter share, as in 3: banker 1/2")
        rows.append({"position": int(found[1]), "to": found[2], "share": found[3]})
    if not rows:
        raise Illegal("your own table has no rows; write one, as in 3: banker 1/2")
    return tuple(rows)
