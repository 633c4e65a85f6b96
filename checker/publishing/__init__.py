"""What leaves for students and for learning management systems: handouts and question banks."""
