"""What the system adds to the laboratory."""
