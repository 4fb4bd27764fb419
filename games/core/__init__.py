"""What all games share: cards, the shuffle, the protocol, the record and its fold."""
