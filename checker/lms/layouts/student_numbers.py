"""Headings of columns with a student's number or account, in the languages of the courses that people teach."""

from __future__ import annotations

from typing import Final
from unicodedata import combining, normalize

NUMBERS: Final = frozenset(
    """
    student id|student number|student no|student nr|student num|id number|id no|sid|university id|uni id|campus id
    matriculation number|matriculation no|matric number|matric no|registration number|registration no|reg no
    roll number|roll no|enrollment number|enrolment number|enrollment no|enrolment no|index number|candidate number
    sis id|sis user id|sis login id|username|user name|user id|login|login id|netid|unikey
    matrikel|matrikelnummer|matrikelnr|matrikelno|matr nr|mat nr|matnr|immatrikulationsnummer|studierendennummer
    studentennummer|personenkennzahl|benutzername|kennung|nutzerkennung|legi|legi nummer
    numéro étudiant|numéro d'étudiant|numéro de l'étudiant|n° étudiant|no étudiant|matricule|numéro de matricule
    identifiant|code permanent
    matrícula|número de matrícula|número de estudiante|número de alumno|nº de alumno|número de expediente|legajo
    matricola|numero di matricola|n. matricola
    número de aluno|número de estudante|nº de aluno
    studentnummer|studienummer|stamnummer|leerlingnummer|matrikkelnummer|opiskelijanumero|gebruikersnaam
    numer indeksu|nr indeksu|osobní číslo|učo|neptun kód|neptun|număr matricol|nr matricol
    öğrenci no|öğrenci numarasi|αριθμός μητρώου|номер студента|номер зачётной книжки|студенческий билет
    学号|學號|学籍番号|学生番号|학번|mssv|mã số sinh viên|nim|nomor induk mahasiswa|رقم الطالب|الرقم الجامعي|מספר סטודנט
    """.strip()
    .replace("\n", "|")
    .split("|")
)


def is_student_number(heading: str) -> bool:
    """Return whether a heading is a usual one for a student's number; signs, space, case and accents do not matter.

    >>> [is_student_number(each) for each in ("Matrikel-Nr.", "NUMERO ETUDIANT", "Student_ID", "Name")]
    [True, True, True, False]
    """
    return _letters(heading) in _PLAIN


def _letters(text: str) -> str:
    decomposed = normalize("NFKD", text.casefold().replace("\N{LATIN SMALL LETTER DOTLESS I}", "i"))
    return "".join(sign for sign in decomposed if sign.isalnum() and not combining(sign))


_PLAIN: Final = frozenset(map(_letters, NUMBERS))
