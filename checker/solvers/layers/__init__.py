"""Lists of layers (conv, pool, linear and so on), for question types about whole networks.  It has no type itself."""
