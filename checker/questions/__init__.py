"""The registry of question types, the check of their parameters, and `Variant`: one question.

A variant can be solved rightly, or as a student with given mistakes would solve it; `resized` has it with other
numbers, too.
"""
