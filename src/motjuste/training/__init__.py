"""How the shipped model is made: vocabulary, word vectors, tuned encoder, tables and rankers."""
