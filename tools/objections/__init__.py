"""What speaks against a sentence that is to stand on a page verbatim, away from the text it was cut from."""
