"""The review desk: a page on this machine on which a person decides what waits for one."""
