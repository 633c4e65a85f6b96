"""From sources to chunks: what was handed in, read and marked.  A pure function, so that it can be done anywhere."""
