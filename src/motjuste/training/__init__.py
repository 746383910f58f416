"""Training of the shipped models: vocabulary, word vectors, encoder, tables, rankers, improver."""
