"""The OpenAPI description: what Django Ninja reads off the code, and the problems that each address may answer with."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from api.asked import OddsAsked, Pinned
from api.problems import MEDIA_TYPE, Problem

REF = {"$ref": "#/components/schemas/Problem"}


class DescribedAPI(NinjaAPI):
    """Ninja's API, whose description has our problems in it too."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        described = super().get_openapi_schema(**options)
        schemas = described["components"]["schemas"]
        schemas["Problem"] = Problem.model_json_schema()
        for asked in (Pinned, OddsAsked):  # they are told parameter by parameter
            schemas.pop(asked.__name__, None)
        for operations in described["paths"].values():
            for operation in operations.values():
                _complete(operation)
        return described


def _complete(operation: dict[str, Any]) -> None:
    for parameter in operation["parameters"]:
        parameter["schema"] = _said(parameter["schema"])
    names = {parameter["in"] for parameter in operation["parameters"]}
    statuses = [404] * ("path" in names) + [422] * bool(names)
    for status in statuses:
        operation["responses"][status] = problem_response(status)


def _said(schema: dict[str, Any]) -> dict[str, Any]:
    """What a parameter can be where it is said; pydantic's null, and an empty default, stand for one that is not."""
    kinds = [kind for kind in schema.get("anyOf", []) if kind != {"type": "null"}]
    if len(kinds) == 1:
        schema = {key: value for key, value in schema.items() if key not in ("anyOf", "default")} | kinds[0]
    return {key: value for key, value in schema.items() if (key, value) != ("default", "")}


def problem_response(status: int) -> dict[str, Any]:
    """How the description has a problem of this status."""
    return {"description": HTTPStatus(status).phrase, "content": {MEDIA_TYPE: {"schema": REF}}}
