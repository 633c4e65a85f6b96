"""Question types.  Each file in a folder below is one type, named after the file.  A new type needs nothing else.

Files whose names begin with an underscore hold what several types share.

A type whose answers are counts, costs or sizes is YAML; docs/own-types.md says what its file holds.

A type's file of Python holds a function with that name, the solver.  It states each mistake where the right value is:
    choose("root", sqrt_d_k, left_out=wrong(d_k, "You divided by d_k, not by its root.", COMMON))
with its value, what it says to the student and how common it is: COMMON, USUAL (the default) or RARE.  What an option
of a convention says is a predicate about an answer or a question: `reading(1, "counts W_O")`.  Sentences that depend on
the question are f-strings or conditions.  The run of a mistake gives a number; or it fails as INVALID_RUN, where the
mistake does not fit the question.

The file also holds the following names, of which the first is required.
    examples   parameter sets that together reach every choice point and let every option make a difference
    draw(rng)  a function that returns valid random parameters; without it they are an example with other numbers
    secret     parameters that give the answer away; they are never filled into a prompt
    fills      a function of the parameters that may be shown; it returns what else a prompt may name
    named      the share of all mistakes that is on the menu: 1 (the default), or less where the menu is derived
    units      units of steps where they differ from the unit of the result: {step: unit, or "" for none}.  A dict, or
               a function of the arguments that returns one.
    in_words   a function of the prompt that students read (None: there is none) and of the arguments that returns
               sentences and steps in the words of a student, in place of those that the run states
    parsed     a function of a step and the arguments that returns the tree of its formula, and those of its symbols
"""
