"""Makes what leaves for students and learning management systems: handouts and question banks."""
