"""The service: the app, its HTTP edge and, pure, the scoring rules."""
