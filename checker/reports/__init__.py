"""Pages for people: feedback for each student, and a report on the class.

    prose           Markdown with mathematics    to HTML that needs no network
    page            a template and its values    to one self-contained page
    feedback        a student's grades           to what the page shows, and the page
    class_report    the grades of a class        to what the report shows, its plots, and the report

Everything comes from the store in the folder of results, and the problems for what was asked.
"""
