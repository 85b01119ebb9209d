"""Which error does this package raise?"""


class ResultsError(ValueError):
    """Stored games, or a question about them, that cannot be answered as given."""
