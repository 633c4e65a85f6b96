"""Words of students: phrases in several languages, clauses, and which words tell questions apart."""
