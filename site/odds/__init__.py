"""The odds room: exact odds, plots of them, and a million deals to see them come true."""
