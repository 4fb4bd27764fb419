"""The address of a deal in a course: our launch, with the deal, its version and how it is shown."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from django.http import Http404, HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from pylti1p3.deep_link_resource import DeepLinkResource

from demos.manner import Manner, read_manner
from demos.seeds import Demo
from demos.views import find
from lms.refusals import BAD, Refused

HEIGHT = 720  # pixels that most deals need in a frame


def launch_address(request: HttpRequest) -> str:
    """Where platforms launch: the one address that they have to know as a redirection URI."""
    return request.build_absolute_uri(reverse("lms:launch"))


class Item(DeepLinkResource):
    """A deal as a content item: its launch is pinned to the version that the teacher saw."""

    def __init__(self, request: HttpRequest, demo: Demo, manner: Manner) -> None:
        asked = {"deal": demo.slug, "v": demo.version, **manner.parameters}
        self.set_title(demo.title)
        self.set_url(f"{launch_address(request)}?{urlencode(asked)}")
        self._summary = str(demo.text.head.summary)

    def to_dict(self) -> dict[str, object]:
        return super().to_dict() | {"text": self._summary, "iframe": {"width": "100%", "height": HEIGHT}}


def embed_of(request: HttpRequest, target: str) -> str:
    """The embed that the link ``target`` of a course leads to. Raises :class:`Refused`."""
    try:
        parts = urlsplit(target)
    except ValueError:
        parts = urlsplit("")
    if (parts.netloc, parts.path) != (request.get_host(), reverse("lms:launch")):
        says = _("The link leads to %(target)s, and not to the launch of this site, %(launch)s.")
        raise Refused(BAD, says % {"target": target[:200], "launch": launch_address(request)})
    query = QueryDict(parts.query)
    if not query.get("deal"):
        raise Refused(BAD, _("The link names no deal; choose one in your course, where content is selected."))
    try:
        demo = find(query["deal"][:100], query.get("v", ""))
    except Http404 as missing:
        raise Refused(BAD, str(missing)) from None
    parameters = {**demo.parameters, **read_manner(query).parameters}
    return f"{demo.frame}?{urlencode(parameters)}" if parameters else demo.frame
