"""The commands, one file each; cli.py loads only the one that runs."""
