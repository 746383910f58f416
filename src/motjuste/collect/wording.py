"""The words that annotators read: the papers' questions, criteria and examples.

Judgements depend on how the question is put, so the papers' own words are kept, except for a
spelling error (SWORDS, figures 2 and 3; Smart Word Suggestions, appendix A; SemEval-2007 task 10,
section 5.1).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """One of the answers to a row: what is stored, the keys that choose it, what is shown."""

    value: str
    letter: str
    sign: str
    name: str
    meaning: str


@dataclass(frozen=True)
class JudgedExample:
    """A sentence with its highlighted word between two asterisks, and a judged substitute."""

    sentence: str
    substitute: str
    value: str
    reason: str

    @property
    def parts(self) -> tuple[str, str, str]:
        """What stands before the highlighted word, the word, and what stands after.

        >>> JudgedExample("The sky was *gray*.", "overcast", "TRUE", "").parts
        ('The sky was ', 'gray', '.')
        """
        before, word, after = self.sentence.split("*")
        return before, word, after


@dataclass(frozen=True)
class Wording:
    """Everything that a kind of task says to the annotator."""

    opening: str
    request: str
    criteria: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    examples: tuple[JudgedExample, ...] = ()
    advice: tuple[tuple[str, tuple[str, ...]], ...] = ()


SWORDS = Wording(
    opening="You will be shown a sentence with a highlighted word and a list of possible "
    "substitutes for the highlighted word. For each substitute, please select one of the "
    "following:",
    request="Would you actually consider using this substitute as the author of the original "
    "sentence?",
    criteria=(
        "Please use your best judgement when labeling each substitute. We are trying to capture "
        "what makes one word a good, natural substitute for another.",
        "Ignoring grammar, please keep a high bar for marking a substitute as ✓.",
        "You may end up marking many substitutes as ✗. This is fine and expected.",
        "Mark ✓ if the highlighted word itself appears as a substitute. Not doing so will make "
        "your task rejected.",
        "Mark ✗ if the highlighted word is a proper noun or part of a fixed expression / phrase "
        "(see examples below).",
        "Return the task if you don't know the definition of the highlighted word or more than "
        "three substitutes.",
    ),
    choices=(
        Choice(
            "TRUE",
            "a",
            "✓",
            "accept",
            "I would actually consider using this substitute as the author of the original "
            "sentence.",
        ),
        Choice(
            "FALSE",
            "r",
            "✗",
            "reject",
            "I would not consider using this substitute as the author of the original sentence.",
        ),
        Choice("UNSURE", "d", "?", "don't know", "I do not know the definition of the substitute."),
    ),
    examples=(
        JudgedExample("The sky was *gray*.", "overcast", "TRUE", "Good substitute"),
        JudgedExample(
            "The cow *jumped* over the moon.",
            "leap",
            "TRUE",
            "Ungrammatical (“leap” vs “leapt”) but good otherwise",
        ),
        JudgedExample(
            "They *munched* on the snacks.",
            "ate",
            "TRUE",
            "Ungrammatical (“ate on”) but good otherwise",
        ),
        JudgedExample("She was fascinated by *science*.", "sports", "FALSE", "Different meaning"),
        JudgedExample("He *said* he was hungry.", "pronounced", "FALSE", "Not natural"),
        JudgedExample("We drank *coffee*.", "liquid", "FALSE", "Too general"),
        JudgedExample(
            "He *hit* the sack.", "punched", "FALSE", "Highlighted word is part of an expression"
        ),
        JudgedExample(
            "She drank *green* tea.", "emerald", "FALSE", "Highlighted word is part of a phrase"
        ),
        JudgedExample("The book was *excellent*.", "gazint", "UNSURE", "Unknown definition"),
    ),
)

POSTHOC = Wording(
    opening="You will be shown a sentence with a highlighted word and a list of substitutes for "
    "the highlighted word, in random order. Please categorise each substitute as one of the "
    "following:",
    request="Is this a good, a reasonable or a bad substitute for the highlighted word?",
    criteria=(
        "A substitute stands in for the highlighted word in this sentence and should preserve "
        "its meaning there.",
        "Substitutes are given as they stand in a dictionary: do not mind their grammatical form.",
        "Return the task if you don't know what the highlighted word means here.",
    ),
    choices=(
        Choice("good", "g", "✓", "good", "It preserves the meaning and sounds natural here."),
        Choice("reasonable", "r", "~", "reasonable", "It could stand here, but is not the best."),
        Choice("bad", "b", "✗", "bad", "It does not fit here."),
    ),
)

SWS = Wording(
    opening="We need to find at least {least} “words/phrases to change” in a sentence, and give "
    "“substitutes” for each. Every word/phrase to change should be classified as refine-usage or "
    "diversify-expression.",
    request="Which words or phrases of this sentence would you change, and to what?",
    criteria=(
        "Suppose you are the teacher, and now you are helping the language learners to improve "
        "their English writing.",
        "Substitute the smallest range of words, unless indivisible: “in a nutshell” → “in "
        "essence”, not “nutshell” → “essence”.",
        "Please ensure that the substitute and the word to change have the same tense, plural "
        "forms, and part of speech. After the substitution, the sentence must be as fluent as "
        "the original sentence.",
        "We don't need to paraphrase the sentence.",
        "If the original sentence has grammar or typo problems, just return it.",
    ),
    choices=(
        Choice(
            "refine-usage",
            "r",
            "",
            "refine usage",
            "The word or phrase is inappropriate in this context: vague, not what a native "
            "speaker would say, or wrongly used.",
        ),
        Choice(
            "diversify-expression",
            "d",
            "",
            "diversify expression",
            "The word or phrase is right, and could be substituted for a more diverse expression.",
        ),
    ),
    advice=(
        (
            "A word to change is one whose substitution",
            (
                "expresses the original meaning more appropriately;",
                "makes the usage of the word much closer to the native speaker;",
                "changes spoken language into written language;",
                "diversifies the word usage for better expression.",
            ),
        ),
        (
            "The substitution should not",
            (
                "rewrite the sentence, instead of words or phrases (“it is advisable” → "
                "“advisably”);",
                "correct the mistakes in the sentence (“a lot” → “a lot of”);",
                "give a synonym that does not help English learners with better writing.",
            ),
        ),
        (
            "The substitution should",
            (
                "have the same semantic meaning as the word to change;",
                "keep the sentence's meaning unchanged.",
            ),
        ),
        (
            "There are two scenarios for substitution",
            (
                "If the word to change is general, and we can clearly understand the sentence's "
                "meaning, the substitution should be more precise. (“Schools in north-west China "
                "are our primary aiding individuals and we often start from our school when the "
                "summer vacation begins.” “aiding” → “helping” is a good substitution.)",
                "If the word to change is confusing, and we could only guess the sentence's "
                "meaning, the substitution should be more general. (“Successful individuals are "
                "characterized by various merits including …” “various” → “plentiful” is a bad "
                "substitution.)",
            ),
        ),
        (
            "The word or phrase to change is usually",
            (
                "less than 3 words;",
                "an adjective, adverb, noun or verb;",
                "not a named entity.",
            ),
        ),
    ),
)

MEMORY = Wording(
    opening="You will be shown a sentence with a highlighted word. Please write up to {most} "
    "substitutes for the highlighted word that come to your mind; all should be equally good.",
    request="Which words could stand here instead, with the same meaning?",
    criteria=(
        "A substitute preserves the meaning of the highlighted word in this sentence.",
        "Write single words where you can; write a phrase if you can't think of a good single "
        "word.",
        "You can use a slightly more general word if that is close in meaning.",
        "If the highlighted word is an integral part of a phrase, write down that phrase too.",
    ),
    choices=(
        Choice("NIL", "n", "", "no substitute", "You cannot think of a good substitute."),
        Choice("NAME", "m", "", "part of a name", "The word is part of a proper name."),
    ),
)

CONSENT = (
    "Taking part is voluntary, and you may stop at any time. Your answers become part of a data "
    "set for research that may be published. They are kept under a pseudonym: what the platform "
    "calls you is stored only as a code that cannot be read back."
)
