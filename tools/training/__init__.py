"""Training of the nets that `vision` uses: torch is needed here and nowhere else."""
