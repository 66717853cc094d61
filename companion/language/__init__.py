"""What people read and hear, one level below sentences: languages, names, phrases."""
