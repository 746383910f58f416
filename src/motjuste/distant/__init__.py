"""Distant supervision: sentences of a corpus made worse with a thesaurus, to learn to mend them."""
