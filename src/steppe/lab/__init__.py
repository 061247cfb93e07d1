"""Batch play, simulations, ladders, studies, reports, the fuzzer, benchmarks; for every title alike.

What is known of one system alone lies in the package of its name, and ``systems.py`` finds it.
"""
