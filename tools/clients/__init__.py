"""Clients that are generated from openapi.yaml: built only to see that they can be, and that they work."""
