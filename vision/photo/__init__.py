"""All cards in one photo of a table, named or not: `vision.photo.reader.PhotoReader`."""
