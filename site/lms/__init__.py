"""Deals in courses: LTI 1.3 with deep linking, for Moodle, Canvas and their like."""
