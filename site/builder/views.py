"""The builder's pages: the form, the deal on a page of its own and in a frame, what is kept and how it is changed.

Every form is sent without a token. Nothing is known of who sends it, no cookie goes with it, and so a page elsewhere
that makes a browser send one gains nothing that it could not send itself: it can build a deal, or keep one and count
against the limit; the secret in the answer it cannot read. To change a kept deal one needs that secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder import order
from builder.deals import (
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_ACTIONS,
    Built,
    from_address,
    from_bytes,
    from_text,
)
from builder.edits import Moves, edited, moves
from builder.keeping import Refused, address_of, change, keep, new_secret, opens, text_of
from builder.models import KeptDeal
from builder.sheet import Sheet
from builder.shown import asked_panel, by_address, demo_of, file_name, panel_of, snippet_of
from demos.frames import EMBED, FRAGMENT, INLINE, PAGE, embeddable, frame_of, layout, varies_by_frame
from demos.manner import Manner
from demos.narration import Teller
from demos.seeds import VERSION, Demo, demos
from demos.views import publicly_cached
from games.core.protocol import Illegal
from games.core.record import MOST_BYTES

MOST_SENT = 2 * 1024 * 1024  # bytes of a form, its file included
PREVIEW = Manner(place=1)
checked_again = cache_control(public=True, max_age=0)  # a kept deal can change


def within_bounds(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer a form that is too large, or no form at all, with a sentence."""

    @wraps(view)
    def bounded(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        try:
            length = request.headers.get("Content-Length") or "0"
            if not length.isdecimal() or int(length) > MOST_SENT:
                raise RequestDataTooBig
            request.POST  # noqa: B018 (it is read here or nowhere)
        except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
            says = _("What was sent is too large. A record has at most %(most)s KiB; go back, nothing is lost there.")
            return _refusal(request, says % {"most": MOST_BYTES // 1024}, 413)
        except (MultiPartParserError, BadRequest):
            return _refusal(request, _("What was sent is not a form. Go back and send it again."), 400)
        return view(request, *args, **values)

    return bounded


def _refusal(request: HttpRequest, says: str, status: int) -> HttpResponse:
    return render(request, "builder/refused.html", {"says": says, "layout": layout(PAGE)}, status=status)


# --- building ---


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@varies_by_frame
@within_bounds
def build(request: HttpRequest) -> HttpResponse:
    """The builder. What is sent is shown under the address that carries it."""
    if request.method == "POST":
        return _sent(request, reverse("builder:build"))
    return _opened(request, reverse("builder:build"), _begun(request))


def _begun(request: HttpRequest) -> Built:
    """What the form begins with: a deal of the site's own that ``?demo=`` names, or nothing much."""
    known = demos()
    slug = request.GET.get("demo", "")
    try:
        return from_text(Built(known[slug].record).text) if slug in known else Sheet.fresh().built()
    except Illegal:  # an evening longer than the builder holds
        return Sheet.fresh().built()


def _opened(request: HttpRequest, base: str, begun: Built, deal: KeptDeal | None = None) -> HttpResponse:
    """The form with the deal of the address in it; with ``begun`` if the address has none."""
    packed = request.GET.get("r", "")
    try:
        built = from_address(packed) if packed else begun
    except Illegal as refusal:
        return _page(request, base, Sheet.of(begun), [str(refusal)], deal)
    sheet = Sheet.of(built)
    chosen = {name: request.GET[name] for name in ("place", "deal") if name in request.GET}
    return _page(request, base, sheet.changed(**chosen), [], deal)


def _sent(request: HttpRequest, base: str, deal: KeptDeal | None = None) -> HttpResponse:
    """The form was sent: do what its button says, and lead to the address that carries the deal."""
    sheet, asked = Sheet(request.POST.copy()), request.POST.get("do", "")
    try:
        if asked in ("upload", "read"):
            built = _read(request, sheet, asked)
            sheet = Sheet.of(built)
        else:
            sheet = edited(sheet, asked)
            built = sheet.built()
    except Illegal as refusal:
        if asked == "upload":
            sheet = _with_upload(request, sheet)
        return _page(request, base, sheet, [str(refusal)], deal)
    if asked == "download":
        return _file(built)
    if frame_of(request, PAGE) == FRAGMENT or not built.address:
        return _page(request, base, sheet, [], deal)
    chosen = {"place": str(sheet.place), "deal": str(sheet.deal)}
    kept = {name: value for name, value in chosen.items() if value != "1"}
    address = f"{base}?{urlencode({'r': built.address, **kept})}{_part(asked)}"
    return HttpResponse(status=303, headers={"Location": address})


def _part(asked: str) -> str:
    """The part of the page that a button belongs to, to which one comes back."""
    if asked.startswith(("put", "open", "state")):
        return "#places"
    return "#play" if asked.startswith(("act", "stake", "cut", "over", "remove")) else ""


def _read(request: HttpRequest, sheet: Sheet, asked: str) -> Built:
    if asked == "read":
        return from_text(sheet.field("text").strip() + "\n")
    file = request.FILES.get("file")
    if file is None:
        raise Illegal(_("no file is chosen; choose one, then press the button"), _("Upload"))
    return from_bytes(file.read(MOST_BYTES + 1))


def _with_upload(request: HttpRequest, sheet: Sheet) -> Sheet:
    """The form with the text of a file that could not be read, so that it can be mended in place."""
    file = request.FILES.get("file")
    if file is None or file.size > MOST_BYTES:
        return sheet
    file.seek(0)
    return sheet.changed(text=file.read().decode("utf-8-sig", "replace"))


def _page(request: HttpRequest, base: str, sheet: Sheet, errors: list[str], deal: KeptDeal | None) -> HttpResponse:
    """The whole builder, or what of it changes when a field does."""
    frame = frame_of(request, PAGE)
    context: dict[str, Any] = {
        "layout": layout(frame),
        "swapped": frame == FRAGMENT,
        "base": base,
        "sheet": sheet,
        "errors": errors,
        "deal": deal,
        "most": {"name": LONGEST_NAME, "title": LONGEST_TITLE, "actions": MOST_ACTIONS},
        "moves": Moves(),
        "palette": order.palette(52),
    }
    built: Built | None = None
    try:
        built = sheet.built()
    except Illegal as refusal:
        context["errors"] = errors or [str(refusal)]
    if built:
        context |= _preview(request, built, sheet, bool(errors))
    context["moments"] = _moments(sheet, built)
    response = render(request, "builder/build.html", context)
    if built and built.address and frame == FRAGMENT and built.address not in request.headers.get("HX-Current-URL", ""):
        response["HX-Push-Url"] = f"{base}?r={built.address}"
    if deal:  # the address is the secret: it goes to no other page
        response["Referrer-Policy"] = "no-referrer"
    return response


def _preview(request: HttpRequest, built: Built, sheet: Sheet, refused: bool) -> dict[str, Any]:
    """What is shown of a deal that can begin."""
    fold = built.fold()
    size = fold.table.agreement.deck
    context: dict[str, Any] = {
        "built": built,
        "moves": moves(built, sheet),
        "palette": order.palette(size),
        "places": order.places(fold, built.filled, sheet.deal),
        "frame": INLINE,
    }
    if fold.refusal:
        return context | ({} if refused else {"errors": [str(fold.refusal)]})
    context["secret"] = new_secret()
    if built.address:
        demo = by_address(built)
        context["panel"] = panel_of(built, demo, demo.last, PREVIEW)
    return context


@dataclass(frozen=True)
class Moment:
    """A step in the form: its ``line`` of play as it was typed, what it ``told`` if it is allowed, its note."""

    number: str
    line: str
    told: str
    refused: bool
    note: str


def _moments(sheet: Sheet, built: Built | None) -> list[Moment]:
    """Every step of the form, told as far as it can be; and every note, also one that has no step."""
    steps = built.fold().steps if built else ()
    refused = len(steps) if built and built.fold().refusal else None
    teller = Teller(built.record.names if built else {})
    told = [" ".join(str(sentence) for sentence in teller.tell(step)) for step in steps]
    lines, notes = ["", *sheet.actions[:MOST_ACTIONS]], sheet.typed_notes
    return [
        Moment(
            str(number),
            lines[number] if number < len(lines) else "",
            told[number] if number < len(told) else "",
            number == refused,
            notes.get(number, ""),
        )
        for number in sorted({*range(len(lines)), *notes})
    ]


# --- a deal in its address ---


def _carried(request: HttpRequest) -> Built:
    """The deal that an address carries. Raises ``Http404`` with what is wrong."""
    if not request.GET.get("r"):
        raise Http404(_("This address carries no deal; build one, and copy the address that it gets."))
    try:
        return from_address(request.GET["r"])
    except Illegal as refusal:
        raise Http404(str(refusal)) from None


@require_safe
@never_cache
@varies_by_frame
def deal(request: HttpRequest) -> HttpResponse:
    """One step of the deal that the address carries, and how to use it."""
    built = _carried(request)
    return _shown(request, built, _demo(by_address, built), PAGE)


@embeddable
@require_safe
@publicly_cached
@varies_by_frame
def embed(request: HttpRequest) -> HttpResponse:
    """The same step as a bare document for a frame."""
    return _embedded(request, lambda: (built := _carried(request), _demo(by_address, built)))


@require_safe
@publicly_cached
def record(request: HttpRequest) -> HttpResponse:
    """The deal that the address carries, as a file."""
    return _file(_carried(request))


def _demo(make: Callable[[Built], Demo], built: Built) -> Demo:
    try:
        return make(built)
    except Illegal as refusal:
        raise Http404(str(refusal)) from None


def _shown(request: HttpRequest, built: Built, demo: Demo, whole: str, **more: Any) -> HttpResponse:
    frame = frame_of(request, whole)
    panel = asked_panel(request, built, demo, whole == EMBED)
    context = {"layout": layout(frame), "frame": frame, "panel": panel, "built": built, **more}
    if frame == PAGE:
        context |= {"snippet": snippet_of(request, panel), "link": request.build_absolute_uri(panel.own_page)}
        context["secret"] = "" if "kept" in more else new_secret()
    return render(request, "builder/deal.html", context)


def _embedded(request: HttpRequest, find: Callable[[], tuple[Built, Demo]]) -> HttpResponse:
    """A step in a frame; so is the word that it is missing."""
    try:
        return _shown(request, *find(), EMBED)
    except Http404 as missing:
        context = {"reason": missing.args[0] if missing.args else "", "layout": layout(EMBED)}
        return render(request, "404.html", context, status=404)


def _file(built: Built) -> HttpResponse:
    response = HttpResponse(built.text.encode(), content_type="application/toml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name(built)}"'
    return response


# --- kept deals ---


@require_POST
@never_cache
@within_bounds
def keep_deal(request: HttpRequest) -> HttpResponse:
    """Keep the deal for good. The answer is the only place that ever shows the secret."""
    try:
        built = from_text(request.POST.get("text", "").replace("\r\n", "\n"))
        if built.fold().refusal:
            raise built.fold().refusal  # type: ignore[misc]
        kept = keep(built, request.POST.get("secret", ""), address_of(request))
    except Illegal as refusal:
        return _refusal(request, str(refusal), 400)
    except Refused as refused:
        return _refusal(request, refused.says, refused.status)
    page = reverse("builder:kept", args=[kept.deal.key])
    context = {
        "layout": layout(PAGE),
        "built": built,
        "page": request.build_absolute_uri(page),
        "frame": request.build_absolute_uri(reverse("builder:kept_embed", args=[kept.deal.key])),
        "edit": request.build_absolute_uri(reverse("builder:edit", args=[kept.deal.key, kept.secret])),
    }
    response = render(request, "builder/keep.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _kept(key: str) -> KeptDeal:
    found = KeptDeal.objects.filter(key=key).first() if re.fullmatch(r"[a-z0-9]{10}", key) else None
    if found is None:
        raise Http404(_("No deal is kept under this address; perhaps whoever kept it has deleted it."))
    return found


def _kept_demo(request: HttpRequest, key: str) -> tuple[Built, Demo]:
    """A kept deal, in the version that ``?v=`` names if it names one, whose links then all stay with it."""
    deal, version = _kept(key), request.GET.get("v", "")
    text = text_of(deal, version) if not version or VERSION.fullmatch(version) else None
    if text is None:
        says = _("There is no version “%(version)s” of this deal; the present one is %(present)s")
        raise Http404(says % {"version": version[:40], "present": deal.current})
    try:
        built = from_text(text)
    except Illegal as refusal:  # the rules have changed since
        raise Http404(str(refusal)) from None
    page, frame = reverse("builder:kept", args=[key]), reverse("builder:kept_embed", args=[key])
    return built, _demo(lambda each: demo_of(each, page, frame, {"v": version} if version else {}), built)


@require_safe
@checked_again
@varies_by_frame
def kept(request: HttpRequest, key: str) -> HttpResponse:
    """One step of a kept deal."""
    built, demo = _kept_demo(request, key)
    return _shown(request, built, demo, PAGE, kept=_kept(key))


@embeddable
@require_safe
@checked_again
@varies_by_frame
def kept_embed(request: HttpRequest, key: str) -> HttpResponse:
    """The same step as a bare document for a frame."""
    return _embedded(request, lambda: _kept_demo(request, key))


@require_safe
@checked_again
def kept_record(request: HttpRequest, key: str) -> HttpResponse:
    """A kept deal as a file."""
    return _file(_kept_demo(request, key)[0])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@varies_by_frame
@within_bounds
def edit(request: HttpRequest, key: str, secret: str) -> HttpResponse:
    """The builder with a kept deal in it, for whoever has the secret."""
    deal = _kept(key)
    if not opens(deal, secret):
        raise Http404(_("This is not the secret address of that deal; copy the whole of it."))
    base = reverse("builder:edit", args=[key, secret])
    asked = request.POST.get("do", "")
    if asked == "delete":
        return _delete(request, base, deal)
    if asked == "save":
        return _save(request, base, deal)
    if request.method == "POST":
        return _sent(request, base, deal)
    try:
        begun = from_text(text_of(deal) or "")
    except Illegal:  # the rules have changed since
        begun = Sheet.fresh().built()
    return _opened(request, base, begun, deal)


def _save(request: HttpRequest, base: str, deal: KeptDeal) -> HttpResponse:
    sheet = Sheet(request.POST.copy())
    try:
        built = sheet.built()
        if built.fold().refusal:
            raise built.fold().refusal  # type: ignore[misc]
        change(deal, built)
    except Illegal as refusal:
        return _page(request, base, sheet, [str(refusal)], deal)
    except Refused as refused:
        return _page(request, base, sheet, [refused.says], deal)
    return redirect("builder:kept", deal.key)


def _delete(request: HttpRequest, base: str, deal: KeptDeal) -> HttpResponse:
    if request.POST.get("sure") != "yes":
        says = _("Nothing is deleted yet: tick the box beside the button first.")
        return _page(request, base, Sheet(request.POST.copy()), [says], deal)
    deal.delete()
    return _refusal(request, _("The deal is deleted, with all its versions."), 200)
