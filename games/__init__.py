"""The rules of every game on the site: pure, typed, deterministic Python.

Nothing here knows Django (but for :mod:`games.apps`), reads a clock, or draws a random number that the
record did not fix. Begin with :mod:`games.core.protocol`; :mod:`games.catalogue` lists the games.
"""
