"""What each reader may see: types without the faces that are hidden from him."""
