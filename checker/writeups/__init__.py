"""Write-ups: documents that students hand in, and the answers found in them.

    formats               a file                       to Document: blocks of lines with their places
    sheets                an assignment                to Sheet: what its students were asked, no right answer
    assignment            documents, sheets            to the Sheet that they answer
    marks                 documents, a sheet           to ExplicitAnswers: those that students mark as such
    number_style          documents, a sheet           to NumberStyle: whether they have decimal commas
    questions.sections    documents, a sheet           to Section: the lines that belong to each question
    questions.statements  the lines of a section       to Statement: text as it is scanned for answers
    results.candidates    the lines of a section       to Candidate: everything that may be an answer
    parts.binding         parts, candidates            to BoundCandidate: what answers each part, and how sure that is
    options               parts, lines of a section    to ChosenAnswer: the options that are chosen
    section_answers       sections of a question       to BoundAnswer: one for each part
    read                  documents, sheets            to WriteUpReading: all of this
    records               the results above that leave this room: BoundAnswer, FoundQuestion, WriteUpReading

Nothing here knows the right answers, so they cannot help to choose.
"""
