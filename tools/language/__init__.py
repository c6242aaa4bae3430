"""How scientific English is read: tokens, stems, sentences, word classes, phrases. No corpus, no topic."""
