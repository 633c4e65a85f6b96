"""Words around an answer: those that may be passed over, those that count, and those that change what it says.

An answer is read only if every word of it is understood.  A closed list of fillers and the words of the question itself
(`Words`) are passed over.  Negations, comparisons, alternatives, operations and numbers in words are never passed over,
even where the question has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final

FILLERS: Final = frozenset(
    """
    answer answers ans result results solution final total totals sum value overall altogether number figure amount
    approximately approx about circa ca roughly around exactly precisely only just simply rounded round down
    the a an my our so is are was it its it's that that's this equals equal equalling gives giving makes making
    get gets got getting have has found find calculated computed obtained comes amounts be should would will must can
    therefore thus hence then finally i i'd we think believe guess suppose reckon say probably presumably likely perhaps
    maybe possibly hopefully sure certain certainly surely definitely confident in all of to for which namely here with
    and please thanks thank you correct right units unit
    antwort ergebnis lösung loesung insgesamt gesamt summe wert zahl anzahl etwa rund ungefähr ungefaehr genau gerundet
    ist sind war das der die den dem des ein eine mein meine also daher somit folglich ich wir glaube denke und
    vermute wohl vielleicht wahrscheinlich vermutlich sicher beträgt betraegt ergibt lautet im von zusammen endergebnis
    réponse reponse résultat resultat somme valeur nombre environ exactement arrondi est sont le la les un une mon ma
    donc ainsi je nous pense crois trouve obtient obtiens peut être peut-être probablement sûr au en de du totale vaut et
    respuesta resultado suma valor número numero aproximadamente alrededor exactamente redondeado es son el los
    entonces luego yo creo pienso quizás quizas tal vez probablemente seguro y
    risposta risultato somma valore esattamente arrotondato è sono il lo gli quindi dunque penso credo forse
    probabilmente sicuro e
    resposta soma cerca exatamente arredondado é são o os meu portanto acho talvez provavelmente
    antwoord resultaat som waarde aantal ongeveer precies afgerond zijn het een mijn dus ik denk geloof misschien
    waarschijnlijk zeker totaal que dat dass
    """.split()
)
"""Words that change nothing about the answer that they stand around, in the usual languages."""

ARRAY_WORDS: Final = frozenset(
    "vector matrix tensor array list shape size dimension dimensions row rows column columns vektor matrice".split()
)
"""What a list or a table of numbers is called."""

NEGATIONS: Final = frozenset(
    """
    not no none never neither nor nothing cannot wrong false incorrect untrue impossible except unequal unlike isn't isnt
    aren't ain't wasn't doesn't don't won't can't nicht kein keine keinen falsch nie niemals weder pas non faux jamais
    aucun aucune incorrecto falso nunca ningún jamás sbagliato mai nessuno errado incorreto não nao niet geen fout nooit
    """.split()
)
COMPARISONS: Final = frozenset(
    """
    most least less more fewer greater larger smaller bigger higher lower above below under beyond within between
    than max min nearly almost barely upto mehr weniger mindestens höchstens hoechstens maximal minimal über ueber unter
    fast beinahe zwischen moins presque entre sous más mas menos casi sobre bajo più piu meno quasi sopra sotto mais
    menor maior quase acima abaixo meer minder hoogstens minstens bijna boven onder tussen
    """.split()
)
ALTERNATIVES: Final = frozenset(
    """
    or either versus vs oder bzw beziehungsweise ou soit oppure ovvero eller alternatively instead otherwise respectively
    resp bis jusqu'à hasta fino até tot through but although though however
    """.split()
)
OPERATIONS: Final = frozenset(
    """
    times plus minus divided multiplied by over squared cubed power root factorial halved doubled tripled quadrupled
    twice thrice half halves third thirds quarter quarters double triple inverse reciprocal mod modulo per each every
    apiece transposed transpose negative negated hex hexadecimal binary octal base mal durch geteilt hoch quadrat halb
    halbe hälfte doppelt dreifach jeweils pro fois divisé carré moitié demi chacun veces dividido mitad medio doble
    cada volte diviso metà mezzo doppio vezes metade meio dobro keer gedeeld helft dubbel elk
    """.split()
)
NUMBER_WORDS: Final = frozenset(
    """
    zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty
    ninety null eins zwei drei vier fünf sechs sieben acht neun zehn zwölf zwanzig deux trois quatre cinq huit dix dos
    tres cuatro cinco seis siete ocho nueve diez due tre quattro cinque sei sette otto nove dieci twee drie vijf zes
    zeven negen tien fourth fourths fifth fifths sixth sixths eighth eighths tenth tenths hundredth hundredths
    thousandth thousandths viertel fünftel zehntel hundertstel tausendstel tiers quart cinquième dixième tercio cuarto
    décimo terzo quarto quinto decimo terço derde kwart tiende couple several few many some pair pairs
    """.split()
)

SCALES: Final[Mapping[str, Fraction]] = {
    word: Fraction(value)
    for value, words in (
        (12, "dozen dozens dutzend douzaine douzaines docena docenas dozzina dozzine dúzia dúzias dozijn"),
        (100, "hundred hundreds hundert hunderte centaine centaines cien cientos cento centinaia honderd"),
        (10**3, "thousand thousands thsd tausend tausende tsd mille millier milliers mil migliaio migliaia mila milhar"
                " milhares duizend"),
        (10**5, "lakh lakhs"),
        (10**6, "million millions mln mio mn millionen millón millon millones milione milioni milhão milhao milhões"
                " milhoes miljoen miljoenen"),
        (10**7, "crore crores"),
        (10**9, "billion billions bn bln mrd milliarde milliarden milliard milliards millardo miliardo miliardi miljard"),
        (10**12, "trillion trillions billionen billones bilioni"),
    )
    for word in words.split()
}  # fmt: skip
"""Words that multiply the number before them, by their values."""

LETTERS: Final[Mapping[str, int]] = {"K": 3, "k": 3, "M": 6, "G": 9, "B": 9, "T": 12}
"""Letters that multiply the number before them, by their powers of ten."""

RESERVED: Final = NEGATIONS | COMPARISONS | ALTERNATIVES | OPERATIONS | NUMBER_WORDS | SCALES.keys()
"""Words that change what an answer says, whatever the question's own words are."""

RELATED: Final[Mapping[str, str]] = {"params": "parameters", "param": "parameters", "dims": "dimensions"}
"""Short forms of words that a question may have."""

WORD: Final = r"[^\W\d_]+(?:['-][^\W\d_]+)*"
"""A word of letters, with hyphens and apostrophes inside: `feed-forward`, `isn't`."""

_PIECE: Final = re.compile(rf"({WORD})(?![\w])|[\s,:]+|\.(?!\w)|(\.\w+|\w+|.)", re.DOTALL)
_UP_TO: Final = re.compile(r"\bup to\b|\bà peu près\b", re.IGNORECASE)
_OR_SO: Final = re.compile(r"\bor so\b|\bgive or take\b|\bor thereabouts\b", re.IGNORECASE)
_SUBSCRIPT: Final = re.compile(r"_\{(\w+)\}")
_WORDS: Final = re.compile(rf"\w+|{WORD}")
_PER: Final = re.compile(rf"\b(per|each|every|pro|par|por|je)\s+({WORD})", re.IGNORECASE)


class Words(Collection[str]):
    """The words of a question: of its prompt, its title, and whatever else names what is asked.

    They are collected when one is first looked up, because most answers have none.
    """

    def __init__(self, texts: Callable[[], str] | str = "") -> None:
        self._texts = texts

    @cached_property
    def all(self) -> frozenset[str]:
        """Each word as it is written and in lower case; `per layer` as one."""
        text = self._texts if isinstance(self._texts, str) else self._texts()
        text = _SUBSCRIPT.sub(r"_\1", text.replace("’", "'"))
        words = {*_WORDS.findall(text), *(each[0] for each in re.finditer(WORD, text))}
        words |= {piece for word in words for piece in re.split("[_'-]", word)}
        rates = {f"{rate} {of}".casefold() for rate, of in _PER.findall(text)}
        return frozenset(words | {word.casefold() for word in words} | rates)

    def __contains__(self, word: object) -> bool:
        return word in self.all

    def __iter__(self) -> Iterator[str]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)


NO_WORDS: Final = Words()


def unknown_word(text: str, words: Collection[str] = NO_WORDS) -> str | None:
    """Return the first word or sign of a text that may not be passed over; None if all of it may be.

    >>> unknown_word("parameters, I think", {"parameters"}), unknown_word("is wrong"), unknown_word("apples in total")
    (None, 'wrong', 'apples')
    """
    if phrase := _UP_TO.search(text):
        return phrase[0]
    text = _OR_SO.sub(" ", text)
    text = _PER.sub(lambda rate: " " if rate[0].casefold() in words else rate[0], text)
    depth = 0
    last = ""
    for word, sign in _PIECE.findall(text):
        last = word or last
        if sign in {"(", ")"}:
            depth += 1 if sign == "(" else -1
            if depth < 0:
                return str(sign)
        elif sign or (word and not is_understood(word, words)):
            return str(sign or word)
    return "(" if depth else last if len(last) == 1 else None


def is_understood(word: str, words: Collection[str] = NO_WORDS) -> bool:
    """Whether a word may be passed over: a filler, or a word of the question.  A lone letter is a symbol, and no word.

    >>> is_understood("weights", {"weight"}), is_understood("not", {"not"}), is_understood("d", {"d"})
    (True, False, False)
    """
    folded = word.casefold()
    if folded in RESERVED:
        return False
    if folded in FILLERS or _is_of(folded, words):
        return True
    pieces = re.split("['-]", folded)
    return len(pieces) > 1 and all(
        piece not in RESERVED and (len(piece) == 1 or piece in FILLERS or _is_of(piece, words)) for piece in pieces
    )


def _is_of(folded: str, words: Collection[str]) -> bool:
    """Whether the question has this word, in the singular or in the plural."""
    if len(folded) < 2:  # noqa: PLR2004 - a letter
        return False
    folded = RELATED.get(folded, folded)
    return any(each in words for each in (folded, f"{folded}s", folded.removesuffix("s"), folded.removesuffix("es")))


def is_rate(text: str, words: Collection[str]) -> bool:
    """Whether a text begins with a rate that the question has word for word: `per layer`."""
    rate = _PER.match(text)
    return rate is not None and rate[0].casefold() in words


def is_reserved(word: str) -> bool:
    """Whether a word changes what an answer says."""
    return word.casefold() in RESERVED
