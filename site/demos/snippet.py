"""The line of HTML that puts a deal into somebody's page."""

from __future__ import annotations

from html import escape


def snippet(address: str, title: str, width: int, height: int) -> str:
    """An ``iframe`` that shows ``address``, a whole one, in so many pixels; safe to paste whatever it is made of."""
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="{width}" height="{height}"'
        ' loading="lazy" allow="fullscreen"></iframe>'
    )
