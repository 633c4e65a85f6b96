"""Views: what commands print, as lines of text or mappings for JSON."""
