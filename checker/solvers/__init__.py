"""Question types.  One file in a folder below is one type, by its file name, and nothing else is needed.

A type's file holds a function of that name (the solver), and
    explain    a sentence for each option of each choice point; a dict, or a function of the arguments that gives one;
               of a choice a sentence to the student, of a convention a predicate ("counts W_O"), for either direction;
               a sentence that only holds under one option of a convention has others beside it, with the option in
               their keys: "root.left_out if scale.none"
    weights    how common a mistake is, by choice point or by `point.option`: 4 common, 2 (the default), 1 rare; a dict,
               or a function of the arguments that gives one
    examples   parameter sets that together meet every choice point and let every option make a difference
    may_fail   mistakes that do not fit every question, such as a row after the last one: their runs may fail.  Those of
               all others give a number, or raise ParameterError for sizes that no question can have; may be left out
    renamed    earlier ids of mistakes, {earlier: present}, which files may still use; a dict, or a function of an
               id that gives the present one; may be left out
    draw(rng)  valid random parameters
    secret     parameters that give the answer away, and are never filled into a prompt; may be left out
    fills      what a prompt may name beside the parameters: a function of those that may be told; may be left out
    named      the share of all mistakes that are on the menu: 1, or less where it is only derived; may be left out
    units      where steps are measured in other units than the result: {step: unit, or "" for none}; a dict, or a
               function of the arguments that gives one; may be left out
    written    the formula of a step as the author wrote it, for types that are given one: a function of the step and
               the arguments; may be left out
    parsed     its tree, and the trees of the symbols that it is made of, likewise; may be left out
    one_by_one True where a run for many students is no faster than one for each; may be left out
"""
