"""The phone page will live here; today nothing is served."""
