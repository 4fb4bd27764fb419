"""Open data: what the site knows, for programs. Versioned under ``/api/v1/``; and ``/oembed``, for whoever embeds.

An address is :mod:`api.endpoints`; it is asked with a model of :mod:`api.asked` and answers with one of
:mod:`api.answers`. :mod:`api.door` stands before all of them: who may come, and with which method.
"""
