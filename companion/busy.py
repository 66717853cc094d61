"""What is raised where something could be done, but not just now."""


class BusyError(RuntimeError):
    """Too much is being done already, so it is better tried again a little later."""
