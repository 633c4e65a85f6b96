"""Pages for people, from the results of a run: feedback for students, a report on the class, the review desk."""
