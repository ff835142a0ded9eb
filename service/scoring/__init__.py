"""The rules, and nothing else: standard library only, no I/O but the rulesets' own data."""
