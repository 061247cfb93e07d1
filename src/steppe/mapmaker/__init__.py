"""The map maker: real geography in, a hex map out. A tool beside the game, never imported while one is played."""
