"""Views: the text that commands print, one file a view."""
