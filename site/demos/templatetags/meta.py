"""Tags for the head of a page: what it says of itself to programs."""

from __future__ import annotations

import json
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from demos import picture

register = template.Library()
# In a script element only these could end it or begin something else; JSON reads their numbers as the signs.
ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}"}


@register.simple_block_tag
def captured(content: str) -> SafeString:
    """What a block renders, to be said more than once: ``{% captured as title %}{% block title %}…``"""
    return mark_safe(content.strip())


@register.simple_tag
def default_picture() -> str:
    """The address of the picture for a page that shows no deal."""
    return picture.default_address()


@register.filter
def json_ld(data: dict[str, Any]) -> SafeString:
    """``data`` as a block that programs read and browsers leave alone, so that our policy has nothing to refuse."""
    text = json.dumps(data, ensure_ascii=False).translate(ESCAPES)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')
