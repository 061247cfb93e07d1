"""The table's server: the only judge of the games that people play over a network."""
