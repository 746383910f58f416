"""Language models behind any server that speaks OpenAI's API."""
