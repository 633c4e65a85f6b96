"""Text as people write it: signs made plain, words, numerals with their stated digits."""
