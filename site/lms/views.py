"""/lti/: what a platform asks of us, and the page on which a teacher chooses a deal.

No token guards the forms: without cookies nothing is known of who asks, and the name of a launch, which is a secret of
the page and is good once, is what a token would be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe
from pylti1p3.deep_link import DeepLink
from pylti1p3.exception import LtiException, OIDCException

from demos.frames import EMBED, embeddable, layout
from demos.views import publicly_cached
from lms.claims import DATA, TARGET, origin, page
from lms.forms import ChoiceForm
from lms.keys import key_set
from lms.launches import begin, finish, receive, restore
from lms.links import Item, embed_of, launch_address
from lms.refusals import BAD, Refused

View = Callable[[HttpRequest], HttpResponseBase]


def answered(view: View) -> View:
    """Let what ``view`` refuses be said in a sentence, in whatever frame it is asked from; nothing of it is cached."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            _look_through(request)
            return view(request)
        except Refused as refusal:
            return refused(request, refusal.status, refusal.reason)
        except (LtiException, OIDCException) as refusal:
            says = _("The platform’s message cannot be accepted: %(why)s.") % {"why": refusal}
            return refused(request, BAD, says)

    return never_cache(answer)


def _look_through(request: HttpRequest) -> None:
    """No database can look up a NUL, and no platform sends one."""
    for sent in (request.GET, request.POST):
        if any("\0" in value for values in sent.lists() for value in values[1]):
            raise Refused(BAD, _("The request has a character in it that no address has."))


@embeddable
def refused(request: HttpRequest, status: int, reason: str) -> HttpResponse:
    """The page that says why."""
    return render(request, "lms/refused.html", {"layout": layout(EMBED), "reason": reason}, status=status)


@require_safe
@publicly_cached
def jwks(request: HttpRequest) -> HttpResponse:
    """Our public key."""
    return JsonResponse(key_set())


@require_http_methods(["GET", "POST"])
@answered
def login(request: HttpRequest) -> HttpResponseBase:
    """A platform begins a login: send the browser back to it, with a state and a nonce of ours."""
    if not (request.POST.get("target_link_uri") or request.GET.get("target_link_uri")):
        raise Refused(BAD, _("The request has no target_link_uri, which LTI 1.3 wants it to have."))
    return begin(request, launch_address(request))


@answered
def launch(request: HttpRequest) -> HttpResponseBase:
    """A platform launches: lead on to the deal in its embed, or to the choice of one.

    Both are addresses that can be loaded again, which a launch cannot. The embed may be framed by anybody, a launch no
    less: Canvas shows its schools under addresses that no registration names, and the deal is public anyway.
    """
    if request.method != "POST":
        says = _("This address is for Moodle, Canvas and their like; a deal in a course is opened from the course.")
        response = refused(request, 405, says)
        response["Allow"] = "POST"
        return response
    received = receive(request)
    if received.is_deep_link_launch():
        return _see_other(f"{reverse('lms:deep-link')}?launch={received.get_launch_id()}")
    return _see_other(embed_of(request, received.get_launch_data()[TARGET]))


def _see_other(address: str) -> HttpResponse:
    return HttpResponseRedirect(address, status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@answered
def deep_link(request: HttpRequest) -> HttpResponseBase:
    """A teacher chooses a deal; the choice goes back to the platform, signed."""
    launch_id = (request.POST.get("launch") or request.GET.get("launch", ""))[:100]
    wanted = restore(request, launch_id)
    form = ChoiceForm(request.POST if request.method == "POST" else None)
    returns = str(wanted._deep_link_settings["deep_link_return_url"])
    if not form.is_valid():
        context = {"form": form, "launch": launch_id}
        response = _framed(request, "lms/choose.html", context, returns, [SELF])
        response.status_code = BAD if form.is_bound else 200
        return response
    finish(launch_id)
    context = {
        "returns": returns,
        "title": form.demo.title,
        "jwt": signed(wanted, Item(request, form.demo, form.manner)),
    }
    return _framed(request, "lms/send.html", context, returns, [page(returns)])


def signed(wanted: DeepLink, item: Item) -> str:
    """The answer to a deep linking request. What the platform did not send to itself is not sent back to it."""
    message = wanted.get_message_jwt([item])
    if message[DATA] is None:
        del message[DATA]
    return str(wanted.encode_jwt(message))


def _framed(
    request: HttpRequest, template: str, context: Mapping[str, Any], returns: str, forms: list[str]
) -> HttpResponse:
    """A page with something to click on: only the platform that the answer returns to may frame it."""
    policy = {"frame-ancestors": [origin(returns)], "form-action": forms}

    @xframe_options_exempt
    @csp_replace(policy)
    def answer(request: HttpRequest) -> HttpResponse:
        return render(request, template, {**context, "layout": layout(EMBED)})

    return answer(request)
