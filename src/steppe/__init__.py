"""Eastern Front board wargames with every rule enforced."""
