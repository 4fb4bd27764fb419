"""What can be asked: the parameters of addresses."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, Field, ValidationInfo, model_validator

from games.core.cards import PACKS
from games.core.wording import instead, quoted
from games.shtoss.agreement import CONDITIONS, TABLES, VARIANTS

MOST_CARDS = 6  # staked in one deal, as in the odds room
OWN = "own"
PLAYED = tuple(condition for condition in CONDITIONS if condition != "volny-kush")  # those that move the odds


class Asked(BaseModel):
    """The parameters of an address. An unknown one is refused, lest a slip be answered as if it were absent."""

    @model_validator(mode="after")
    def _known(self, info: ValidationInfo) -> Self:
        known = type(self).model_fields
        for name in info.context["request"].GET if info.context else ():
            if name not in known:
                raise ValueError(f"there is no parameter {quoted(name)}; {instead(name, known)}")
        return self


class Pinned(Asked):
    """A demonstration, in one of its versions."""

    v: str = Field("", description="A version, eight hexadecimal digits; the present one if absent.")


def _one_of(values: Any) -> dict[str, Any]:
    """The values of a parameter that the rules check, for the description: they name what would be right."""
    return {"enum": list(values)}


class OddsAsked(Asked):
    """A table, and one or several cards staked on it before the deal; or one card in the middle of a deal."""

    variant: str = Field("shtoss", description="The game.", json_schema_extra=_one_of(VARIANTS))
    deck: int = Field(52, description="The cards of the deck.", json_schema_extra=_one_of(PACKS))
    condition: list[str] = Field(
        [],
        max_length=len(PLAYED),
        description="A condition of the table; may stand there several times.",
        json_schema_extra={"items": {"type": "string", **_one_of(PLAYED)}},
    )
    table: str = Field("", description="An abzug table.", json_schema_extra=_one_of([*TABLES, OWN]))
    rows: str = Field("", max_length=400, description="Your own abzug table, as in 1: banker 1, 3: banker 1/2.")
    cards: int = Field(1, ge=1, le=MOST_CARDS, description="How many cards of different ranks are staked.")
    left: int | None = Field(None, description="The cards still unseen, an even number; the whole deck if absent.")
    bearing: int = Field(4, description="How many of the unseen cards have the staked rank.", ge=0, le=4)
