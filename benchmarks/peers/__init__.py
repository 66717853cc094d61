"""How others read cards in photos, written anew from what they do, to compare with."""
