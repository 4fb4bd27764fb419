"""Several demonstrations in one embed, each in the version that was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from demos.seeds import Demo, demos, pinned
from games.core.wording import instead, quoted
from library.shelf import edition

MOST = 12


def written(chosen: Sequence[Demo]) -> str:
    """``chosen`` as an address names them: ``hermann-night-1.1a2b3c4d,plie.5e6f7a8b``."""
    return ",".join(f"{demo.slug}.{demo.version}" for demo in chosen)


def one_of(deals: str, at: str) -> Demo:
    """The demonstration number ``at`` (from 1) of those that ``deals`` names, all of which it leads to.

    Raises ``Http404`` with a sentence that says what would be right.
    """
    return _one_of(edition(), deals, at)


@lru_cache(maxsize=512)
def _one_of(edition: int, deals: str, at: str) -> Demo:
    chosen = [_named(part) for part in deals.split(",") if part]
    if not 1 <= len(chosen) <= MOST:
        raise Http404(_("An address of several deals names 1 to %(most)s, as in ?deals=plie,lob-half") % {"most": MOST})
    number = int(at) if at.isascii() and at.isdecimal() and len(at) < 3 else 0
    if not 1 <= number <= len(chosen):
        says = _("“%(at)s” is not a deal of this lesson; they go from 1 to %(last)s")
        raise Http404(says % {"at": at[:40], "last": len(chosen)})
    return replace(
        chosen[number - 1],
        frame=reverse("demos:sequence"),
        frame_parameters={"deals": written(chosen), "at": str(number)},
        sequence=tuple(demo.title for demo in chosen),
    )


def _named(part: str) -> Demo:
    """The deal that one part of the list names, in the present version if it names none."""
    slug, _dot, version = part.partition(".")
    if slug not in demos():
        says = _("There is no demonstration %(slug)s; %(instead)s")
        raise Http404(says % {"slug": quoted(slug), "instead": instead(slug, demos())})
    found = pinned(slug, version or demos()[slug].version)
    if found is None:
        raise Http404(_("There is no version %(version)s of %(slug)s") % {"version": quoted(version), "slug": slug})
    return found
