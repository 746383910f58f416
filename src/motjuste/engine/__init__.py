"""Parallel work over a corpus: blocks in order, in this process, several, or on Ray."""

from motjuste.engine.backends import Backend, open_worker_pool
from motjuste.engine.corpus import BLOCK_SIZE, Block, CorpusFile, blocks, corpus_files
from motjuste.engine.plan import keep_plan
from motjuste.engine.worker_pool import WorkerPool

__all__ = [
    "BLOCK_SIZE",
    "Backend",
    "Block",
    "CorpusFile",
    "WorkerPool",
    "blocks",
    "corpus_files",
    "keep_plan",
    "open_worker_pool",
]
