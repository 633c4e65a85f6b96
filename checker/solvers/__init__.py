"""Question types.  Each file in a folder below is one type, named after the file.  A new type needs nothing else.

Files whose names begin with an underscore hold what several types share.

A type whose answers are counts, costs or sizes is YAML; docs/own-types.md says what its file holds.

A type's file of Python holds a function with that name (the solver) and the following names.  The first four are
required.
    explain    a sentence for each option of each choice point, by `point.option`.  For a choice it speaks to the
               student; for a convention it is a predicate ("counts W_O") about an answer or a question.
               The key "root.left_out if scale.none" has the sentence for questions with that option of a convention.
               A dict, or a function of the arguments that returns one.
    weights    how common a mistake is, by choice point or by `point.option`: COMMON, USUAL (the default) or RARE.
               A dict, or a function of the arguments that returns one.
    examples   parameter sets that together reach every choice point and let every option make a difference
    draw(rng)  a function that returns valid random parameters
    may_fail   mistakes that do not fit every question, such as a row after the last one: their runs may fail.  All
               other runs give a number, or raise ParameterError for sizes that no question can have.
    secret     parameters that give the answer away; they are never filled into a prompt
    fills      a function of the parameters that may be shown; it returns what else a prompt may name
    named      the share of all mistakes that is on the menu: 1 (the default), or less where the menu is derived
    units      units of steps where they differ from the unit of the result: {step: unit, or "" for none}.  A dict, or
               a function of the arguments that returns one.
    in_words   a function of the prompt that students read (None: there is none) and of the arguments that returns
               sentences and steps in the words of a student; it is used in place of `explain`
    parsed     a function of a step and the arguments that returns the tree of its formula, and those of its symbols
"""
