"""Telling words: those that change what is said where one text has them and another has not."""

from __future__ import annotations

from castalia.tools.language.words import stem

NEGATIONS = frozenset("not no nor neither never none cannot without false wrong myth".split())
# Quantities, modals, directions and numerals as words; contrasts as stems.
TELLING = (
    NEGATIONS
    | frozenset(
        """all any both each either every few fewer fewest half least less many more most much only same several some
        always ever often rarely seldom sometimes usually almost nearly hardly barely may might could should must can will
        would if unless although despite except but before after until since above below over under up down off
        against from into out inside outside upon between among beyond within during once one too than like unlike one's
        first second third last next twice double triple single two three four five six seven eight nine ten""".split()
    )
    | frozenset(
        stem(word)
        for word in """high low higher lower large small larger smaller great greater big long short longer shorter increase
        decrease rise fall grow shrink gain lose loss add remove reduce raise enhance inhibit activate promote suppress
        accelerate slow fast strong weak stronger weaker hot cold warm cool heavy light early late old young new left right
        north south east west northern southern eastern western positive negative true false male female man woman boy girl
        maternal paternal mother father inner outer upper front back dorsal ventral proximal distal anterior posterior
        acute chronic benign malignant major minor maximum minimum minority majority active passive soluble dominant
        recessive primary secondary tertiary direct indirect open closed begin end start stop succeed fail success failure
        better worse best worst good bad cause prevent protect damage accept reject agree disagree support oppose present
        absent presence absence deny lack similar different unlike opposite reverse inverse import export buy sell supply
        demand night summer winter spring autumn million billion thousand hundred percent mol min hour minute
        day week month year""".split()
    )
)
