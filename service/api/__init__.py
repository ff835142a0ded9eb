"""The edge: thin views over the schemas and the core."""
