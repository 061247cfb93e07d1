"""The system of prepared and mobile assaults: what its family of titles shares. It names none of them."""
