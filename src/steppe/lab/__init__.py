"""Batch play, ladders, reports."""
