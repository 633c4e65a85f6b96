"""From a source to rows with marks: what was handed in, read and marked.  A pure function, so any process may do it."""
