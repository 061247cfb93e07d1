"""The assault titles for learning programs; ``env/systems.py`` finds it."""

from steppe.env.assault.candidates import AssaultChooser
from steppe.env.assault.observation import AssaultObserver

CHOOSER = AssaultChooser
OBSERVER = AssaultObserver
