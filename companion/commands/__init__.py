"""The commands; each reads its options, joins the parts it needs and prints what they say."""
