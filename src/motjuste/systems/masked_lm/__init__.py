"""Systems on Hugging Face models, masked language models above all: the `transformers` extra."""
