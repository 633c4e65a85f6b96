"""Lists of layers: what question types about whole networks share.  No type stands here."""
