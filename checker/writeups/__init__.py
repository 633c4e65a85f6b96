"""Write-ups: documents that students hand in, and the answers found in them.

    formats.read_document   a file                       to Document: blocks of lines with their places
    sheets.sheet_of         an assignment                to Sheet: what its students were asked, no right answer
    assignment              documents, sheets            to the Sheet that they answer
    marks.explicit_answers  documents, a sheet           to Marks: the answers that students mark as such
    number_style            documents, a sheet           to NumberStyle: whether they have decimal commas
    sections.find_sections  documents, a sheet           to Section: the lines that belong to each question
    statements.statements   the lines of a section       to Statement: text as it is scanned for answers
    candidates.candidates   the lines of a section       to Candidate: everything that may be an answer
    binding.bind            parts, candidates            to Bound: what answers each part, and how sure that is
    choices.bind_choices    parts, lines of a section    to ChosenAnswer: the options that are chosen
    section_answers         sections of a question       to BoundAnswer: one for each part
    read.read_writeup       documents, sheets            to WriteUpReading: all of this

Nothing here knows the right answers, so they cannot help to choose.
"""
