"""The review desk (`checker review`): local web pages on which a person decides the answers that wait for one."""
