"""What a program is told when it gets no answer: RFC 9457, with a sentence that says what would be right."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from pydantic import BaseModel

MEDIA_TYPE = "application/problem+json"


class Problem(BaseModel):
    """A problem as RFC 9457 has it; ``detail`` is a sentence for a person."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str


def problem(status: int, detail: str) -> HttpResponse:
    """The answer to a request that cannot be served."""
    said = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail)
    text = json.dumps(said.model_dump(), ensure_ascii=False)
    return HttpResponse(text, status=status, content_type=MEDIA_TYPE)


def sentences(errors: list[dict[str, Any]]) -> str:
    """What is wrong with parameters, each by its name; what our own checks say names it already."""
    return "; ".join(_sentence(error) for error in errors)


def _sentence(error: dict[str, Any]) -> str:
    says = str(error["msg"])
    if error["type"] == "value_error":
        return says.removeprefix("Value error, ")
    return f"{error['loc'][-1]}: {says[:1].lower()}{says[1:]}"
