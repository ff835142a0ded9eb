"""Hands by the million: a file of requests in, a file of answers out, on the cores of this machine or of several."""
