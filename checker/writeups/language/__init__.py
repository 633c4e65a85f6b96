"""What students' words mean: words of doubt, phrases in several languages, and words that tell questions apart."""
