"""The one way in which a message of a platform is refused."""

from __future__ import annotations

from pylti1p3.exception import LtiException

BAD = 400  # the message is not what LTI wants
FORBIDDEN = 403  # it may be well formed, and is not trusted


class Refused(LtiException):
    """A message that is not accepted: ``reason`` is a sentence for whoever sees it, ``status`` that of the answer."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
