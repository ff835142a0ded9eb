"""The version, said once: the wheel and the running service both read it here."""

VERSION = "0.1.0"
