"""What the laboratory knows of the titles with prepared and mobile assaults; ``lab/systems.py`` finds it."""
