"""The section of the fidelity page on what a paper leaves open: rules tried, and their figures."""

from motjuste.errors import MissingResourceError
from motjuste.reports.counting_rules import RuleFigures, rules
from motjuste.reports.data_figures import read_installed
from motjuste.reports.grids import markdown

_HEADER = (
    "which of CoInCo's items for a target",
    "matched as",
    "starred, version 1.0",
    "starred, version 1.1",
    "section 4.3",
    "more than 4.2 and 4.1",
)

# The arithmetic uses the paper's own figures alone, so that it holds on any data.
_SWORDS = """### Rules that the paper leaves open, and what was tried

The starred columns of Table 2, the headline factors and sections 4.2 and 4.3 depend on how
CoInCo's substitutes are matched with SWORDS's. The paper does not say, and its figures do not fit
one rule:

- **Which items.** Some targets stand for two of CoInCo's, which has sentences twice in different
  cuts (13 of 370 on the development split). There SWORDS's file names the later one's substitutes
  as CoInCo's; the program that made the file adds the counts of both, and the program behind the
  row *CoInCo* takes the first one's. Here section 4.3 takes the higher count.
- **Section 4.3 against 4.2.** 25.3 % of CoInCo's substitutes have a high count, 47.2 % of these
  are acceptable, and they are 29.3 % of all acceptable ones; so there are 0.253 × 0.472 / 0.293 =
  0.408 acceptable substitutes for one of CoInCo's. As 24.5 % of CoInCo's are acceptable, it has
  60.1 % of them. Section 4.2 says 21.5 + 36.0 = 57.5 %, and section 4.1 that 24.3 % of CoInCo's
  are acceptable. Section 4.3 thus counts 2.6 and 0.2 points more. The last column has the same
  two differences on the development split. Rules that match lemmas, or take each item on its own,
  come near; none gives both beyond doubt, since the published figures are of both splits.
- **Starred, both splits.** The row 2.5 / 5.2 / 2.3 is no mean over the targets of its splits: 5.2
  and 5.7 conceivable give no 5.2, and 2.5 and 2.4 acceptable no 2.3. By section 4.1 and footnote
  5, CoInCo has (1,691 + 917) / 0.281 = 9,281 substitutes, 6,673 of them conceivable: 5.9 per
  target, not 5.2. The headline factors are this row's: 21.4 / 5.2 = 4.1, 4.1 / 2.3 = 1.8. No rule
  below moves an average by so much, so these cells may come from an earlier state of the data.
- **Starred, development split.** 2.2 / 5.2 / 2.5 comes out on version 1.0 with all items and
  text, and on version 1.1, which all other figures are of, with all items and lemmas. The page
  takes the first.
- **Section 4.2, Zipf frequencies.** The bands depend on wordfreq. On the development split its
  version 2.2.0, which the paper cites, gives 55.2 / 14.7 / 38.8 / 27.6, version 3.1.1 gives 55.5
  / 13.7 / 38.4 / 27.5. Without phrases 2.2.0 gives 53.6 / 15.5 / 31.5 / 33.3, so phrases count.
- **Abstentions.** As negative labels they give the published averages (4.2 acceptable on the
  development split); left out, 4.4. What is conceivable does not depend on them.

Starred: inconceivable / conceivable / acceptable per target (published on this split: 2.2 / 5.2 /
2.5). Section 4.3: count above 1 / score above 50 / acceptable if count high / count high if
acceptable (published for both splits: 25.3 / 24.5 / 47.2 / 29.3), on version 1.1, development
split."""


def section(paper: str) -> str:
    """The section of a paper; empty if nothing of it is undecided."""
    return f"{_SWORDS}\n\n{_tried()}" if paper == "swords" else ""


def _tried() -> str:
    """Every rule on both versions of the development split."""
    try:
        coinco = read_installed("coinco")
        versions = [
            list(rules(read_installed(f"swords-v{number}-dev"), coinco))
            for number in ("1.0", "1.1")
        ]
    except MissingResourceError as error:
        return f"The table of all rules {error}."
    rows = [_cells(*pair) for pair in zip(*versions, strict=True)]
    return "\n".join(markdown(_HEADER, rows, texts=6))


def _cells(old: RuleFigures, new: RuleFigures) -> list[str]:
    return [
        new.items,
        new.match,
        _figures(old.inconceivable, old.conceivable, old.acceptable, digits=2),
        _figures(new.inconceivable, new.conceivable, new.acceptable, digits=2),
        _figures(
            new.votes_high,
            new.acceptable_share,
            new.acceptable_given_votes_high,
            new.votes_high_given_acceptable,
            digits=1,
        ),
        _figures(new.more_of_acceptable, new.more_acceptable, digits=1, sign="+"),
    ]


def _figures(*values: float | None, digits: int, sign: str = "") -> str:
    return " / ".join("–" if value is None else f"{value:{sign}.{digits}f}" for value in values)
