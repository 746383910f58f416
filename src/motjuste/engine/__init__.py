"""Work over a corpus: blocks in order, done here, in several processes, or on a Ray cluster."""

from motjuste.engine.corpus import BLOCK, Block, CorpusFile, blocks, corpus_files
from motjuste.engine.places import Place, open_pool
from motjuste.engine.plan import keep_plan
from motjuste.engine.pool import Pool

__all__ = [
    "BLOCK",
    "Block",
    "CorpusFile",
    "Place",
    "Pool",
    "blocks",
    "corpus_files",
    "keep_plan",
    "open_pool",
]
