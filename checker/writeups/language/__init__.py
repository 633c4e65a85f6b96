"""What students' words mean: phrases in several languages, clauses, objections, and words that tell questions apart."""
