"""Write-ups: documents that students hand in, and the answers found in them.

    formats.read_document   a file                  to Document: blocks with their places
    marks.explicit_answers  a document              to the answers that it marks as such
    sheets.sheet_of         an assignment           to Sheet: what its students were asked, never the truth
    sections.find_sections  a document, a sheet     to Section: the lines that belong to each question
    candidates              the lines of a section  to Candidate: everything that may be an answer
    binding                 candidates, parts       to BoundAnswer, with a confidence and a reason
    reading.read_writeup    documents, sheets       to WriteUpReading: all of this

Nothing here knows the right answers, so they cannot help to choose.
"""
