"""Parallel work over a corpus: blocks in order, in this process, several, or on Ray."""

from motjuste.engine.backends import Backend, open_pool
from motjuste.engine.corpus import BLOCK_SIZE, Block, CorpusFile, blocks, corpus_files
from motjuste.engine.plan import keep_plan
from motjuste.engine.pool import Pool

__all__ = [
    "BLOCK_SIZE",
    "Backend",
    "Block",
    "CorpusFile",
    "Pool",
    "blocks",
    "corpus_files",
    "keep_plan",
    "open_pool",
]
