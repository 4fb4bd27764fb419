"""The shelf of texts: content files and the bibliography, read, checked and rendered.

Both the reading room and the demonstrations stand on it. :mod:`library.files` reads front matter, :mod:`library.pages`
says what each kind of file must hold, :mod:`library.marks` is our Markdown, :mod:`library.shelf` keeps it all.
"""
