"""The rows of an abzug table as somebody writes them on one line."""

import pytest

from games.core.protocol import Illegal
from games.shtoss.written import parts, read_rows


def test_rows_are_read_with_any_space_and_any_of_three_separators():
    rows = ({"position": 3, "to": "banker", "share": "1/2"}, {"position": 11, "to": "punter", "share": "1"})
    for text in ("3: banker 1/2, 11: punter 1", "3:banker  1/2;11 :punter 1", " 3: banker 1/2\n11: punter 1\n"):
        assert read_rows(text) == rows


@pytest.mark.parametrize("text", ["3 banker", "3: bank 1/2", "three: banker 1", "3: banker half", "3: banker 1/2 more"])
def test_what_is_no_row_is_answered_with_one(text):
    with pytest.raises(Illegal, match=r"is not a row; write position: banker or punter share, as in 3: banker 1/2"):
        read_rows(text)


@pytest.mark.parametrize("text", ["", " ", ",;\n"])
def test_a_table_without_rows_is_refused(text):
    assert parts(text) == []
    with pytest.raises(Illegal, match="your own table has no rows; write one"):
        read_rows(text)
