"""The JSON contract: what requests may hold, and how JSON becomes the values of the rules."""
