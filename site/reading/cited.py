"""How the texts of the reading room are cited."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.wording import instead
from library.citing import Citation
from library.files import Text
from library.marks import find_marks
from reading import pages

VIEWS = {"articles": "reading:article", "games": "reading:game", "terms": "reading:term"}
KEYS = {"articles": "shtoss", "games": "shtoss-rules", "terms": "shtoss-term"}


def citation(kind: str, text: Text, origin: str, passage: str = "") -> Citation:
    """The citation of a text, or of one ``passage`` of it. Raises ``Http404`` if it has no such passage."""
    if passage and passage not in (known := pages.anchors(kind, text.slug)):
        values = {"passage": passage[:40], "title": text.head.title, "instead": instead(passage[:40], known)}
        raise Http404(_("There is no passage “%(passage)s” in “%(title)s”; %(instead)s") % values)
    head, path = text.head, reverse(VIEWS[kind], args=[text.slug])
    return Citation(
        key="-".join(part for part in (KEYS[kind], text.slug, passage) if part),
        url=f"{origin}{path}#{passage}" if passage else f"{origin}{path}",
        path=path,
        title=head.title,
        abstract=getattr(head, "summary", "") or head.definition,
        language=head.language,
        issued=getattr(head, "published", None),
        anchors=tuple(mark.name for mark in find_marks(text.body) if mark.kind == "passage"),
        locator=_("passage %(passage)s") % {"passage": passage} if passage else "",
    )
