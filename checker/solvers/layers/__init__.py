"""Lists of layers, for question types about whole networks.  This folder has no type."""
