"""An evening of Hana-awase at the table: piles that are shown and put right, deals and totals."""
