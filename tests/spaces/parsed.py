"""A small parsed sentence, and CoNLL-U of rows such as its own."""

from motjuste.spaces.conllu import read_conllu

ROWS = [
    ("The", "the", "DET", 3, "det"),
    ("construction", "construction", "NOUN", 3, "compound"),
    ("arm", "arm", "NOUN", 4, "nsubj"),
    ("built", "build", "VERB", 0, "root"),
    ("a", "a", "DET", 7, "det"),
    ("large", "large", "ADJ", 7, "amod"),
    ("airfield", "airfield", "NOUN", 4, "obj"),
    (".", ".", "PUNCT", 4, "punct"),
]


def conllu(rows, name="f.txt s-1"):
    lines = [f"# sent_id = {name}"]
    for number, (form, lemma, pos, head, relation, *tag) in enumerate(rows, start=1):
        tag = tag[0] if tag else "_"
        lines.append(f"{number}\t{form}\t{lemma}\t{pos}\t{tag}\t_\t{head}\t{relation}\t_\t_")
    return "\n".join([*lines, "", ""])


def tree(rows):
    return next(read_conllu(conllu(rows)))


def word(form, pos, head, relation, lemma=None):
    return (form, lemma or form, pos, head, relation)
