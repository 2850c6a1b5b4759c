# What a report says otherwise where texts are taken apart into characters.
words = Characters
masked-words = Characters left out
pairs-order-copied-text = The pair with the most evidence comes first: characters copied, which count less where many documents have them.
words-copied = Characters copied
plot-copied-text = Pairs of documents by the number of characters copied.
plot-x-words = characters copied
plot-title-copied-text = Pairs by characters copied
words-n = { $n ->
    [one] one character
   *[other] { $n } characters
}
source = { $share }, { $words ->
    [one] one character
   *[other] { $words } characters
}
most-copied = Most characters copied in a pair
passages-note = Text in the same colour and with the same number is one passage in both documents. Framed italics are characters that the other side lacks there; struck-out characters were left out of the comparison.
folded-note = Long stretches within a passage that are the same on both sides are shortened; the number of characters left out stands there.
folded-n = [… { $n ->
    [one] 1 character
   *[other] { $n } characters
} left out that both sides have …]
context-words = Around each passage { $n ->
    [0] no characters
    [one] one character
   *[other] { $n } characters
} of context are shown.
side = { $words } characters, { $copied } of them in passages ({ $share })
passage-words = { $words ->
    [one] one character
   *[other] { $words } characters
}, { $same } the same on both sides
rule-copied-text = { $measure } of { $share } or more, or a passage of { $passage } characters or more that keeps { $run } in a row
read-n = { $documents ->
    [one] One document
   *[other] { $documents } documents
}, of which { $words } characters are compared.
masked-n = { $words } characters in { $spans } places of { $documents } documents
emptied = { $n ->
    [one] One document has
   *[other] { $n } documents have
} no characters left.
def-word-name = Character
def-word = { $letters ->
    [kept] A character of a word, as it is written, or one space between two words.
   *[lower] A character of a word, in lower case, or one space between two words.
}
def-shingle = { $repeats ->
    [counted] { $k } consecutive characters. A document counts as the bag of its shingles: one that stands in it n times counts n times.
   *[set] { $k } consecutive characters. A document counts as the set of its shingles.
}
def-passage = { $bridged ->
    [no] What a reader would mark with one stroke: runs of equal characters, at least { $min } characters long.
   *[yes] What a reader would mark with one stroke: runs of equal characters joined over small edits, at least { $min } characters long.
}
def-words-copied-name = Characters copied
def-words-copied = Characters of a document in passages, each counted once; of a pair, the smaller of the two sides.
def-share = Characters of the document in passages, divided by all its characters that were compared.
setting-least-words = least characters
